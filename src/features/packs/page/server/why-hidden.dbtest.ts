import { beforeEach, expect, test } from 'vitest';
import { createsPack, managerFields, packWorld } from '#testing/packs.ts';
import type { Person } from '#testing/track-people.ts';
import { packForPage } from '../../server/read-pack.ts';
import { packOptions } from './options.ts';

const { world, db, people } = await packWorld();
let ann: Person;
let ben: Person;
let mo: Person;
beforeEach(async () => {
  ({ ann, ben, mo } = await people());
});

/** What the page of a pack says about its being hidden. */
async function note({ ctx }: Person, packId: number) {
  const pack = await packForPage(ctx, packId);
  return pack && (await packOptions(ctx, pack)).hidden;
}

test('the page of a pack that a moderator hid says why and since when, to everyone who sees it', async () => {
  const packId = await createsPack(ann, managerFields(0, ben));
  for (const person of [ann, ben, mo]) expect(await note(person, packId)).toBeNull();
  world.clock.forward({ hours: 2 });
  const hiddenAt = world.clock.now();
  await mo.post(`/trackpackedit/${packId}`, { Visibility: 'hidden', Reason: 'Stolen picture.' });
  world.clock.forward({ hours: 3 });
  await mo.post(`/trackpackedit/${packId}`, { PackName: 'Calm', Reason: 'Rude name.' });
  await ann.post(`/trackpackedit/${packId}`, { Description: 'Still hidden.' });
  const why =
    'A moderator hid this trackpack. Its owner can show it again on its edit page. Reason: Stolen picture.';
  for (const person of [ann, ben, mo]) expect(await note(person, packId)).toEqual({ since: hiddenAt, why });
  await ann.post(`/trackpackedit/${packId}`, { Visibility: 'public' });
  expect(await note(ann, packId)).toBeNull();
});

test('a pack that its owner hid says so, also if a moderator had hidden it before', async () => {
  const packId = await createsPack(ann, { Visibility: 'hidden', ...managerFields(0, ben) });
  const createdAt = world.clock.now();
  expect(await note(ann, packId)).toEqual({
    since: createdAt,
    why: 'Its owner hid it. You can show it again on its edit page.',
  });
  await ann.post(`/trackpackedit/${packId}`, { Visibility: 'unreleased' });
  world.clock.forward({ hours: 1 });
  await mo.post(`/trackpackedit/${packId}`, { Visibility: 'hidden', Reason: 'Stolen picture.' });
  world.clock.forward({ hours: 1 });
  await ann.post(`/trackpackedit/${packId}`, { Visibility: 'public' });
  world.clock.forward({ hours: 1 });
  await ann.post(`/trackpackedit/${packId}`, { Visibility: 'hidden' });
  expect(await note(ben, packId)).toEqual({
    since: world.clock.now(),
    why: 'Its owner hid it. Its owner can show it again on its edit page.',
  });
});

test('a pack whose owner is gone says so to moderators', async () => {
  const packId = await createsPack(ann);
  await db
    .updateTable('pack')
    .set({ is_public: false, was_public: true, hidden_with_account: true })
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', packId)
    .execute();
  expect(await note(mo, packId)).toEqual({ since: null, why: 'Its owner’s account is closed.' });
});
