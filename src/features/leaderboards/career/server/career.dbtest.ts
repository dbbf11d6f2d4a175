import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeAward, makeLeaderboardRow, makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { addToHistory } from '../../server/nightly.ts';
import { careerOf, rivalsOf } from './career.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const now = world.clock.now();
const [author, ann, ben, cat] = (await Promise.all([1, 2, 3, 4].map(() => asMember(world)))) as [
  typeof world,
  typeof world,
  typeof world,
  typeof world, // four members
];
const id = (ctx: typeof world) => ctx.viewer.userId;

test('a career counts what everyone can see: by day, by tag, and week by week', async () => {
  const at = daysBefore(now, 40);
  const driven = await makeTrack(author, { uploadedAt: at });
  const hidden = await makeTrack(author, { isPublic: false });
  await makeReplay(world, { trackId: driven, userId: id(ann), timeMs: 40_000, position: 0, at });
  await makeReplay(world, { trackId: driven, userId: id(ann), timeMs: 41_000, at, deletedAt: at });
  await makeReplay(world, { trackId: driven, userId: id(ann), timeMs: 42_000, at: daysBefore(now, 400) });
  await makeReplay(world, { trackId: hidden, userId: id(ann), timeMs: 40_000, position: 0, at });
  await makeAward(world, { trackId: driven, userId: id(ann), text: 'Fast.', at });
  const day = at.toISOString().slice(0, 10);
  expect(await careerOf(world, id(ann))).toEqual({
    days: [{ day, replays: 1, awards: 1, uploads: 0 }],
    shares: [
      { kind: 'environment', id: 7, driven: 1, built: 0 },
      { kind: 'tag', id: 3, driven: 1, built: 0 },
      { kind: 'tag', id: 7, driven: 1, built: 0 },
    ],
    weeks: [],
  });
  const built = await careerOf(world, id(author));
  expect(built.days).toEqual([{ day, replays: 0, awards: 0, uploads: 1 }]);
  expect(built.shares).toContainEqual({ kind: 'tag', id: 7, driven: 0, built: 1 });
});

test('the history of leaderboards gets one row a week, of the overall boards only', async () => {
  await makeLeaderboardRow(world, { userId: id(ben), score: 900, snapshot: 2 });
  await makeLeaderboardRow(world, { userId: id(ben), score: 500, snapshot: 1, environment: 7 });
  const monday = new Date('2026-03-02T00:00:00Z');
  for (const day of [0, 1, 6, 7]) {
    const night = { ...world, clock: { now: () => daysAfter(monday, day) } };
    await sql`update board_snapshot set score = ${900 + day} where site = 'tmnf' and user_id = ${id(ben)}`.execute(
      db,
    );
    await addToHistory(night);
  }
  expect((await careerOf(world, id(ben))).weeks).toEqual([
    { board: 0, week: monday, rank: 3, score: 900 },
    { board: 0, week: daysAfter(monday, 7), rank: 3, score: 907 },
  ]);
});

test('rivals are next to a driver on boards; secret results and puzzles are compared with none', async () => {
  const race = async (times: readonly number[], primaryType = 0, secretUntil: Date | null = null) => {
    const trackId = await makeTrack(author);
    await sql`update track set primary_type = ${primaryType} where site = 'tmnf' and track_id = ${trackId}`.execute(
      db,
    );
    for (const [position, timeMs] of times.entries())
      await makeReplay(world, {
        trackId,
        userId: id([cat, ben, ann][position] ?? cat),
        timeMs,
        position,
        secretUntil: position === 1 ? secretUntil : null,
      });
  };
  await race([39_000, 40_000, 40_120]);
  await race([39_000, 40_000, 40_300]);
  await race([39_000, 39_001, 39_002], 1);
  await race([38_000, 40_000, 40_500], 0, daysAfter(now, 9));
  const rivals = (await rivalsOf(world, id(ben))).map(({ person, ...rival }) => ({
    ...rival,
    of: person.UserId,
  }));
  expect(rivals).toEqual([
    { isAhead: false, tracks: 2, gapMs: 120, of: id(ann) },
    { isAhead: true, tracks: 2, gapMs: 1000, of: id(cat) },
  ]);
  // the secret result is passed over, so nothing bounds it
  expect((await rivalsOf(world, id(ann))).map(({ person, gapMs }) => [person.UserId, gapMs])).toContainEqual([
    id(cat),
    2500,
  ]);
});
