import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack } from '#testing/make-lists.ts';
import { newPerson, visitorOf, withWrongTokens, writerOf } from '#testing/writes.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await newPerson(world);
const ownerId = ann.ctx.viewer.userId;
const path = (packId: number) => `/trackpackdl/${packId}`;
const downloadsOf = async (packId: number) =>
  (
    await db
      .selectFrom('pack')
      .where('site', '=', 'tmnf')
      .where('pack_id', '=', packId)
      .select('downloads')
      .executeTakeFirstOrThrow()
  ).downloads;

test('a download of a pack counts once per user, and once per network of visitors, and day', async () => {
  const packId = await makePack(world, { ownerId, name: 'Counted' });
  const [bo, visitor] = [writerOf(await newPerson(world)), visitorOf(world)];
  for (const who of [bo, bo, visitor, visitor, visitorOf(world)])
    expect(await who('PUT', path(packId))).toBe(200);
  expect(await downloadsOf(packId)).toBe(2);
  await Promise.all([1, 2, 3].map(() => writerOf(ann)('PUT', path(packId))));
  expect(await downloadsOf(packId)).toBe(3);
  world.clock.forward({ days: 1 });
  expect(await bo('PUT', path(packId))).toBe(200);
  expect(await downloadsOf(packId)).toBe(4);
});

test('hidden and unknown packs are not counted, nor requests without a token', async () => {
  const packId = await makePack(world, { ownerId, name: 'Hidden', isPublic: false });
  expect(await visitorOf(world)('PUT', path(packId))).toBe(404);
  expect(await writerOf(ann)('PUT', path(999_999))).toBe(404);
  expect(await withWrongTokens(world, ann, 'PUT', path(packId))).toEqual([400, 400]);
  expect(await downloadsOf(packId)).toBe(0);
  expect(await writerOf(ann)('PUT', path(packId))).toBe(200);
});
