import { beforeAll, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { check, counterOf, grant, idsOf, noticesOf, revoke, setNumber } from '#testing/achievements.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { badgesOnPage, maxBadges } from '../catalogue.ts';
import { badgePage, badgesOfUser } from './badges.ts';
import { syncCatalogue } from './recount.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
beforeAll(() => syncCatalogue(world));

test('a profile shows the highest tier of each chain, newest first, at most twelve', async () => {
  const ann = await asMember(world);
  await setNumber(ann, { awards_received: 1000, awards_given: 25, forum_posts: 10 });
  await check(ann);
  const leader = await asMember(world, Level.siteLeader);
  for (let year = 2001; year <= 2012; year++) {
    world.clock.forward({ seconds: 1 });
    await grant(leader, { UserId: String(ann.viewer.userId), CustomText: `Cup ${year}` });
  }
  const badges = await badgesOfUser(world, ann.viewer.userId);
  expect(badges).toHaveLength(12);
  expect(badges[0]).toMatchObject({ achievementId: 1001, text: 'Winner of Cup 2012' });
  const earlier = await asMember(world);
  await setNumber(earlier, { awards_received: 1000, awards_given: 25 });
  await check(earlier);
  expect(
    (await badgesOfUser(world, earlier.viewer.userId)).map(({ achievementId }) => achievementId),
  ).toEqual([42, 25]);
});

test('site leaders grant and revoke by hand, with a reason in the log; nobody else may', async () => {
  const ann = await asMember(world);
  const UserId = String(ann.viewer.userId);
  const form = { UserId, CustomText: 'the Spring Cup' };
  for (const level of [Level.basic, Level.standard, Level.trusted, Level.moderator]) {
    await expect(grant(await asMember(world, level), form)).rejects.toMatchObject({ status: 403 });
  }
  await expect(grant(seenFrom(world, { viewer: visitor }), form)).rejects.toMatchObject({ status: 401 });
  const leader = await asMember(world, Level.siteLeader);
  await expect(grant(leader, { ...form, Reason: ' ' })).rejects.toMatchObject({ status: 400 });
  await grant(leader, form);
  await expect(grant(leader, form)).rejects.toMatchObject({ status: 409 });
  await grant(leader, { ...form, CustomText: 'the Autumn Cup' });
  expect([await counterOf(ann), await noticesOf(ann)]).toEqual([
    2,
    ['New achievement: Winner of the Autumn Cup.'],
  ]);
  await revoke(leader, form);
  await expect(revoke(leader, form)).rejects.toMatchObject({ status: 404 });
  expect([
    await counterOf(ann),
    (await badgesOfUser(world, ann.viewer.userId)).map(({ text }) => text),
  ]).toEqual([1, ['Winner of the Autumn Cup']]);
  const log = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', leader.viewer.userId)
    .select(['act', 'reason'])
    .orderBy('act_id')
    .execute();
  expect(log.map(({ act }) => act)).toEqual(['achievement.grant', 'achievement.grant', 'achievement.revoke']);
  expect(log[0]?.reason).toBe('Contest winner: Announced in the news.');
});

test('what was revoked is not granted again by a check, but by hand', async () => {
  const ann = await asMember(world);
  const leader = await asMember(world, Level.siteLeader);
  const track = await makeTrack(ann);
  await db
    .updateTable('track')
    .set({ awards: 10 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', track)
    .execute();
  await check(ann, [track]);
  const ofUser = { AchievementId: '11', UserId: String(ann.viewer.userId) };
  const ofTrack = { AchievementId: '31', TrackId: String(track) };
  await revoke(leader, ofUser);
  await revoke(leader, ofTrack);
  expect(await check(ann, [track])).toBe(0);
  expect([await idsOf(ann), await counterOf(ann)]).toEqual([[], 0]);
  await grant(leader, ofUser);
  await revoke(leader, ofUser);
  await grant(leader, ofTrack);
  expect([await idsOf(ann), await counterOf(ann)]).toEqual([[31], 1]);
});

test.each([
  ['an unknown achievement', { AchievementId: '999' }, 404],
  ['an achievement of other editions', { AchievementId: '101' }, 404],
  ['no text where one is needed', { CustomText: '' }, 400],
  ['an unknown user', { UserId: '99999999', CustomText: 'x' }, 404],
  ['an unknown track', { TrackId: '99999999', CustomText: 'x' }, 404],
  ['a track for an achievement of users', { AchievementId: '1005', TrackId: '1', CustomText: 'x' }, 400],
  ['a user for an achievement of tracks', { AchievementId: '1003', CustomText: 'x' }, 400],
])('%s is refused', async (_, form, status) => {
  const leader = await asMember(world, Level.siteLeader);
  const UserId = String(leader.viewer.userId);
  await expect(grant(leader, { UserId, ...form })).rejects.toMatchObject({ status });
});

test('all badges of a user are paged, newest first; the overview shows the latest', async () => {
  const ann = await asMember(world);
  const { userId } = ann.viewer;
  const { achievement_id: id } = await db
    .selectFrom('achievement')
    .where('site', '=', 'tmnf')
    .orderBy('achievement_id', 'desc')
    .select('achievement_id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: badgesOnPage + 1 }, (_, at) => ({
    site: 'tmnf',
    user_id: userId,
    achievement_id: id,
    track_id: 0,
    custom_text: `place ${String(at).padStart(2, '0')}`,
    earned_at: new Date(world.clock.now().getTime() + at * 1000),
  }));
  await db.insertInto('achievement_earned').values(rows).execute();
  const first = await badgePage(world, userId, null);
  const second = await badgePage(world, userId, '2');
  expect([first.rows.length, first.current, first.last]).toEqual([badgesOnPage, 1, 2]);
  expect([second.rows.length, second.current]).toEqual([1, 2]);
  const times = [...first.rows, ...second.rows].map(({ earnedAt }) => earnedAt.getTime());
  expect(times).toEqual(rows.map(({ earned_at }) => earned_at.getTime()).reverse());
  expect((await badgePage(world, userId, '99')).current).toBe(2);
  expect((await badgePage(world, userId, 'x')).current).toBe(1);
  expect(await badgesOfUser(world, userId)).toEqual(first.rows.slice(0, maxBadges));
});
