import { expect, test } from 'vitest';
import { makeTrack, makeUser } from '#db/seeds/make.ts';
import { makePack, makePackTrack } from '#db/seeds/make-lists.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { packById, packTrackIds } from './show.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const ann = await makeUser(ctx, { name: 'Ann' });

test('a pack shows its approved tracks in their order', async () => {
  const packId = await makePack(ctx, { ownerId: ann.userId, name: '$f00Red pack' });
  const [one, two, waiting] = [
    await makeTrack(ctx, ann),
    await makeTrack(ctx, ann),
    await makeTrack(ctx, ann),
  ];
  const inPack = { packId, addedBy: ann.userId };
  await makePackTrack(ctx, { ...inPack, trackId: one, position: 2 });
  await makePackTrack(ctx, { ...inPack, trackId: two, position: 1 });
  await makePackTrack(ctx, { ...inPack, trackId: waiting, status: 0 });
  expect(await packById(ctx, packId)).toMatchObject({ plainName: 'Red pack', Creator: { Name: 'Ann' } });
  expect(await packTrackIds(ctx, packId)).toEqual([two, one]);
});

test('a hidden pack is not there for strangers, and neither is one that never was', async () => {
  const packId = await makePack(ctx, { ownerId: ann.userId, name: 'Hidden', isPublic: false });
  expect(await packById(ctx, packId)).toBeNull();
  expect(await packById(ctx, 999)).toBeNull();
});
