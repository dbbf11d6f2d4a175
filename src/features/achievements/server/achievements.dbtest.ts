import { beforeAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { check, counterOf, holders, idsOf, noticesOf, setNumber } from '#testing/achievements.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { badgesOfTrack, badgesOfUser } from './badges.ts';
import { achievementRoutes } from './endpoints.ts';
import { grantToAll } from './jobs.ts';
import { recountHolders, syncCatalogue } from './recount.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
beforeAll(() => syncCatalogue(world));

test('what is earned is granted once, counted and announced; it stays when the numbers fall', async () => {
  const ann = await asMember(world);
  const before = await holders(world, 11);
  expect(await check(ann)).toBe(0);
  const track = await makeTrack(ann);
  expect(await check(ann)).toBe(1);
  expect(await check(ann)).toBe(0);
  expect([await idsOf(ann), await counterOf(ann), await holders(world, 11)]).toEqual([[11], 1, before + 1]);
  expect(await noticesOf(ann)).toEqual(['New achievement: Builder, Bronze.']);
  await db
    .updateTable('track')
    .set({ is_public: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', track)
    .execute();
  await check(ann);
  expect(await idsOf(ann)).toEqual([11]);
});

test('an achievement that the edition does not have yet is not granted; it is as soon as the catalogue is there', async () => {
  const tmo = await testCtx({ db, site: 'tmo' });
  const ann = await asMember(tmo);
  await makeTrack(ann);
  expect(await check(ann)).toBe(0);
  await syncCatalogue(tmo);
  expect(await check(ann)).toBe(1);
});

test('checks at the same time grant once', async () => {
  const ann = await asMember(world);
  await makeTrack(ann);
  const granted = await Promise.all(Array.from({ length: 6 }, () => check(ann)));
  expect(granted.reduce((sum, number) => sum + number, 0)).toBe(1);
  expect([await idsOf(ann), await counterOf(ann)]).toEqual([[11], 1]);
});

test('hidden and beta tracks do not count', async () => {
  const ann = await asMember(world);
  await makeTrack(ann, { isPublic: false });
  await makeTrack(ann, { isListed: false });
  const beta = await makeTrack(ann);
  await db
    .updateTable('track')
    .set({ is_beta: true })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', beta)
    .execute();
  expect(await check(ann)).toBe(0);
});

test.each([
  ['awards_received', 24, [21]],
  ['awards_received', 25, [21, 22]],
  ['awards_given', 1, [41]],
  ['author_medals', 9, []],
  ['author_medals', 10, [71]],
  ['forum_posts', 100, [171, 172]],
] as const)('%s of %i', async (column, value, wanted) => {
  const ann = await asMember(world);
  await setNumber(ann, { [column]: value });
  await check(ann);
  expect(await idsOf(ann)).toEqual(wanted);
});

test('years are complete years since the registration', async () => {
  const ann = await asMember(world);
  const now = world.clock.now();
  const years = (count: number, ms = 0) => {
    const date = new Date(now.getTime() + ms);
    date.setUTCFullYear(date.getUTCFullYear() - count);
    return date;
  };
  await setNumber(ann, { registered_at: years(5, 1000) });
  await check(ann);
  expect(await idsOf(ann)).toEqual([181]);
  await setNumber(ann, { registered_at: years(5) });
  await check(ann);
  expect(await idsOf(ann)).toEqual([181, 182]);
});

test('drivers: ranked replays, first places with three drivers, the first finish after thirty days', async () => {
  const [ann, ben, cy] = [await asMember(world), await asMember(world), await asMember(world)];
  const now = world.clock.now();
  const old = await makeTrack(await asMember(world), {
    uploadedAt: new Date(now.getTime() - 30 * 86_400_000),
  });
  const young = await makeTrack(await asMember(world), {
    uploadedAt: new Date(now.getTime() - 30 * 86_400_000 + 1),
  });
  const drive = (ctx: TestCtx, trackId: number, position: number, at = now) =>
    makeReplay(ctx, {
      trackId,
      userId: ctx.viewer.userId,
      timeMs: 40_000 + position,
      position,
      isBest: true,
      at,
    });
  await drive(ann, old, 0);
  await drive(ben, young, 0);
  await check(ann);
  await check(ben);
  expect([await idsOf(ann), await idsOf(ben)]).toEqual([[61, 121], [61]]);
  await drive(ben, old, 1, new Date(now.getTime() + 1000));
  await drive(cy, old, 2, new Date(now.getTime() + 2000));
  await db
    .updateTable('track')
    .set({ replays: 3 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', old)
    .execute();
  await check(ann);
  await check(cy);
  expect([await idsOf(ann), await idsOf(cy)]).toEqual([[61, 81, 121], [61]]);
});

test('a track with ten awards earns a badge, which is its uploader’s, too; tracks are found by it', async () => {
  const ann = await asMember(world);
  const track = await makeTrack(ann);
  const set = (awards: number) =>
    db
      .updateTable('track')
      .set({ awards })
      .where('site', '=', 'tmnf')
      .where('track_id', '=', track)
      .execute();
  await set(9);
  await check(ann, [track]);
  expect(await badgesOfTrack(world, track)).toEqual([]);
  await set(25);
  await check(ann, [track]);
  expect(await idsOf(ann)).toEqual([11, 31, 32]);
  expect((await badgesOfTrack(world, track)).map(({ achievementId }) => achievementId)).toEqual([32]);
  expect((await badgesOfUser(world, ann.viewer.userId)).map(({ achievementId }) => achievementId)).toEqual([
    11,
  ]);
  const { Results } = await ask(world, listAt(app.routes, '/api/tracks'), 'achievement=31&fields=TrackId');
  expect(Results).toEqual([{ TrackId: track }]);
});

test('a notice names of each chain the highest tier', async () => {
  const ann = await asMember(world);
  await setNumber(ann, { awards_given: 100, registered_at: new Date(0) });
  expect(await check(ann)).toBe(8);
  expect(await noticesOf(ann)).toEqual(['2 new achievements: Generous, Gold; Veteran, Diamond.']);
});

test('notices can be switched off and on', async () => {
  const ann = await asMember(world);
  const endpoint = achievementRoutes['POST /achievements/notices'] as unknown as {
    perform(ctx: TestCtx, input: object): Promise<object>;
  };
  await endpoint.perform(ann, { On: '0' });
  await endpoint.perform(ann, { On: '0' });
  await setNumber(ann, { awards_given: 1 });
  await check(ann);
  await endpoint.perform(ann, { On: '1' });
  await setNumber(ann, { awards_given: 25 });
  await check(ann);
  expect(await noticesOf(ann)).toEqual(['New achievement: Generous, Silver.']);
});

test('the nightly check grants to everybody, and a second run changes nothing', async () => {
  const ann = await asMember(world);
  const track = await makeTrack(ann);
  await db
    .updateTable('track')
    .set({ awards: 10 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', track)
    .execute();
  expect(await grantToAll(world)).toBeGreaterThan(1);
  expect(await idsOf(ann)).toEqual([11, 31]);
  expect(await grantToAll(world)).toBe(0);
});

test('recounts lead to the numbers that were counted', async () => {
  const ann = await asMember(world);
  await setNumber(ann, { awards_given: 25 });
  await check(ann);
  const before = [await counterOf(ann), await holders(world, 41)];
  await db
    .updateTable('profile')
    .set({ achievements: 77 })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.viewer.userId)
    .execute();
  await db
    .updateTable('achievement')
    .set({ holders: 77 })
    .where('site', '=', 'tmnf')
    .where('achievement_id', '=', 41)
    .execute();
  await recountPeople(world, [ann.viewer.userId]);
  await recountHolders(world);
  expect([await counterOf(ann), await holders(world, 41)]).toEqual(before);
});

test('the list shows holders and what the viewer has', async () => {
  const ann = await asMember(world);
  await setNumber(ann, { awards_given: 1 });
  await check(ann);
  const list = listAt(achievementRoutes, '/api/achievements');
  const query = 'id=41&fields=AchievementId,DisplayName,SucceedingId,PrimaryColor,TextColor,IsEarned';
  const row = {
    AchievementId: 41,
    DisplayName: 'Generous, Bronze',
    SucceedingId: 42,
    PrimaryColor: '#9a5b2b',
    TextColor: '#ffffff',
  };
  expect((await ask(ann, list, query)).Results).toEqual([{ ...row, IsEarned: true }]);
  expect((await ask(world, list, query)).Results).toEqual([{ ...row, IsEarned: false }]);
});
