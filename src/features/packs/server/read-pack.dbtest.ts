import { expect, test } from 'vitest';
import { makeUser } from '#demo/make.ts';
import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackManager } from '#testing/make-lists.ts';
import { mayManagePack, packById } from './read-pack.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const ann = await makeUser(ctx, { name: 'Ann' });
const ben = await makeUser(ctx, { name: 'Ben' });

test('a pack shows its owner and managers', async () => {
  const packId = await makePack(ctx, { ownerId: ann.userId, name: '$f00Red pack' });
  const pack = await packById(ctx, packId);
  if (!pack) throw new Error('The pack is not there.');
  expect(pack).toMatchObject({ plainName: 'Red pack', Creator: { Name: 'Ann' } });
  const seenBy = (userId: number, level: Level) => mayManagePack({ ...visitor, userId, level }, pack);
  expect(seenBy(ann.userId, Level.basic)).toBe(true);
  expect(seenBy(ben.userId, Level.standard)).toBe(false);
  expect(seenBy(0, Level.visitor)).toBe(false);
  expect(seenBy(ben.userId, Level.moderator)).toBe(true);
  await makePackManager(ctx, { packId, userId: ben.userId });
  const managed = await packById(ctx, packId);
  expect(managed && mayManagePack({ ...visitor, userId: ben.userId }, managed)).toBe(true);
});

test('a hidden pack is not found by others, like an unknown one', async () => {
  const packId = await makePack(ctx, { ownerId: ann.userId, name: 'Hidden', isPublic: false });
  expect(await packById(ctx, packId)).toBeNull();
  expect(await packById(ctx, 999)).toBeNull();
});
