import { expect, test } from 'vitest';
import { performUndo } from '#features/moderation/acts/server/undo.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { moderationActs, Person, trackRow } from '#testing/track-people.ts';
import { asMember } from '#testing/tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });

const runJob = async () => {
  await world.jobs.add('hide-idle-betas', {});
  await world.jobs.runAll(world);
};
const isPublic = async (id: number) => (await trackRow(world, id))?.is_public;

test('a beta is hidden 90 days after its last change; its author is warned 7 days before, once', async () => {
  const ann = await Person.of(world);
  const id = await ann.uploads({ Beta: 'true' });
  const track = await ann.uploads();
  const warnings = async () => (await ann.notices()).filter(({ text }) => text.includes('will be hidden'));
  world.clock.forward({ days: 83, seconds: -1 });
  await runJob();
  expect(await warnings()).toHaveLength(0);
  world.clock.forward({ seconds: 1 });
  await runJob();
  await runJob();
  expect(await warnings()).toHaveLength(1);
  world.clock.forward({ days: 7, seconds: -1 });
  await runJob();
  expect(await isPublic(id)).toBe(true);
  world.clock.forward({ seconds: 1 });
  await runJob();
  expect(await isPublic(id)).toBe(false);
  expect(await isPublic(track)).toBe(true);
  expect(await moderationActs(world, id)).toMatchObject([{ act: 'beta.hide', user_id: null }]);
  expect((await ann.notices()).at(-1)?.text).toContain('was hidden because');
  // its author shows it again, which is a change: another ninety days
  expect((await ann.post(`/trackedit/${id}`, { Visible: 'true', Beta: 'true' })).status).toBe(200);
  await runJob();
  expect(await isPublic(id)).toBe(true);
});

test('an edit is a change, and a moderator undoes the hiding', async () => {
  const ann = await Person.of(world);
  const id = await ann.uploads({ Beta: 'true' });
  world.clock.forward({ days: 84 });
  await runJob();
  await ann.post(`/trackedit/${id}`, { Beta: 'true', AuthorComments: 'Still building.' });
  world.clock.forward({ days: 82 });
  await runJob();
  expect(await isPublic(id)).toBe(true);
  world.clock.forward({ days: 1 });
  await runJob();
  world.clock.forward({ days: 7 });
  await runJob();
  expect(await isPublic(id)).toBe(false);
  const moderator = await grantRole(await asMember(world), Level.moderator, ['tmnf']);
  const { act_id: actId } = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_id', '=', id)
    .where('act', '=', 'beta.hide')
    .select('act_id')
    .executeTakeFirstOrThrow();
  await performUndo(moderator, { site: 'tmnf', actId, reason: 'Its author asked.' });
  expect(await isPublic(id)).toBe(true);
  await runJob();
  expect(await isPublic(id)).toBe(true);
});
