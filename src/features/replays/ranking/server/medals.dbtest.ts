import { describe, expect, test } from 'vitest';
import { readStoredVersions } from '#features/tracks/versions/server/read-stored.ts';
import { type MedalSource, platformType, stuntsType } from '#lib/codes/track.ts';
import { waypointOf } from '#lib/codes/waypoint.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { inTransaction, newRequestId } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { analyse, posted, replayBytes } from '#testing/replays.ts';
import { Person } from '#testing/track-people.ts';
import { asMember, forgetReading, makeTrack, trackFile } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { medalOf } from '../../medal.ts';
import { mergeReplays } from '../../server/moderated.ts';
import { correctMedals } from './medals.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await Person.of(world);
const driver = async () => Uploader.of(await asMember(world));
const runJob = () => readStoredVersions([correctMedals]).run(world, newRequestId(), {});

/** Of a track without checkpoints. */
const blocks = sampleBlocks({ environment: 'Stadium', seed: 4 }).filter(
  ({ name }) => waypointOf(name) !== 'checkpoint',
);
let made = 0;
/** Two versions of a track: on the first, 41 s is a gold medal; on the second, none. */
async function twoVersions() {
  const uids = ['First', 'Second'].map((word) => `${word}_${++made}_xxxxxxxxxxxxxxxx`);
  const [first = '', second = ''] = uids;
  const file = trackFile({
    uid: first,
    blocks,
    authorTimeMs: 40_000,
    gold: 42_000,
    silver: 44_000,
    bronze: 46_000,
  });
  const trackId = await author.uploads({}, file);
  const replaced = async () => {
    const next = trackFile({
      uid: second,
      blocks,
      authorTimeMs: 30_000,
      gold: 32_000,
      silver: 34_000,
      bronze: 36_000,
    });
    expect((await author.replaces(trackId, next, { Confirm: 'on' })).status).toBe(200);
  };
  return { trackId, first, second, replaced };
}
const replayRow = (replayId: number) =>
  db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', replayId)
    .select(['medal', 'is_best', 'track_version'])
    .executeTakeFirstOrThrow();
const medalsOf = ({ ctx }: Uploader) =>
  db
    .selectFrom('profile')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ctx.viewer.userId)
    .select(['author_medals', 'gold_medals', 'silver_medals', 'bronze_medals'])
    .executeTakeFirstOrThrow();

test('a replay has the medal of the version driven, posted before its next file or after', async () => {
  const { first, second, replaced } = await twoVersions();
  const [ann, ben, cy] = [await driver(), await driver(), await driver()];
  const before = await posted(ann, { uid: first, bestTimeMs: 41_000 });
  await replaced();
  const { analysis } = await analyse(ben, replayBytes({ uid: first, bestTimeMs: 41_500 }));
  expect(analysis).toMatchObject({ IsOldVersion: true, Medal: 3, Position: null });
  const after = await posted(ben, { uid: first, bestTimeMs: 41_500 });
  const current = await posted(cy, { uid: second, bestTimeMs: 41_500 });
  expect([before.Medal, after.Medal, current.Medal]).toEqual([3, 3, 0]);
  for (const { ReplayId } of [before, after])
    expect(await replayRow(ReplayId)).toEqual({ medal: 3, is_best: false, track_version: 1 });
  const list = await ben.ask(
    'GET',
    `/api/replays?id=${before.ReplayId},${after.ReplayId}&best=0&fields=Medal`,
  );
  expect(list.json<{ Results: object[] }>().Results).toEqual([{ Medal: 3 }, { Medal: 3 }]);
});

test('a job corrects stored medals; those that count are counted', async () => {
  const { trackId, first, replaced } = await twoVersions();
  await replaced();
  const [ann, ben] = [await driver(), await driver()];
  const wasOld = await posted(ann, { uid: first, bestTimeMs: 41_000 });
  const best = await posted(ben, { uid: first, bestTimeMs: 39_000 });
  // as before this was stored: no medal on a former version, which then became the current one again
  await forgetReading(world, trackId);
  await db
    .updateTable('replay')
    .set({ medal: 0 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  expect((await author.post(`/trackversion/${trackId}`, { Version: '1', Confirm: 'on' })).status).toBe(200);
  await world.jobs.runAll(world);
  const none = { author_medals: 0, gold_medals: 0, silver_medals: 0, bronze_medals: 0 };
  expect([await medalsOf(ann), await medalsOf(ben)]).toEqual([none, none]);
  await runJob();
  await runJob();
  expect(await replayRow(wasOld.ReplayId)).toMatchObject({ medal: 3, is_best: true });
  expect(await replayRow(best.ReplayId)).toMatchObject({ medal: 4, is_best: true });
  const gold = { gold_medals: 1, silver_medals: 1, bronze_medals: 1 };
  expect([await medalsOf(ann), await medalsOf(ben)]).toEqual([
    { ...gold, author_medals: 0 },
    { ...gold, author_medals: 1 },
  ]);
  const [row] = await author.tracks(`id=${trackId}&fields=AuthorBeaten`);
  expect(row).toEqual({ AuthorBeaten: true });
});

test('replays of a duplicate that count on the other track have the medals of its file', async () => {
  const targets = { authorTimeMs: 30_000, gold: 32_000, silver: 34_000, bronze: 50_000 };
  const [duplicate, other] = [
    await twoVersions(),
    await author.uploads({}, trackFile({ ...targets, blocks })),
  ];
  const { ReplayId, Medal } = await posted(await driver(), { uid: duplicate.first, bestTimeMs: 41_000 });
  expect(Medal).toBe(3);
  await inTransaction(world, (tx) =>
    mergeReplays(tx, { from: duplicate.trackId, into: other, sameBlocks: true }),
  );
  expect(await replayRow(ReplayId)).toEqual({ medal: 1, is_best: true, track_version: 1 });
});

describe('a stored medal is what medalOf says', () => {
  const time = { primaryType: 0, authorTimeMs: 40_000, authorScore: null };
  const respawns = { primaryType: platformType, authorTimeMs: 40_000, authorScore: 0 };
  const points = { primaryType: stuntsType, authorTimeMs: 40_000, authorScore: 500 };
  test.each<
    [string, MedalSource, (near: number) => { timeMs: number; respawns: number; score: number | null }]
  >([
    [
      'times',
      { ...time, gold: 42_000, silver: 44_000, bronze: 46_000 },
      (near) => ({ timeMs: near, respawns: 0, score: null }),
    ],
    [
      'times without gold',
      { ...time, gold: null, silver: 44_000, bronze: 46_000 },
      (near) => ({ timeMs: near, respawns: 9, score: 9 }),
    ],
    [
      'respawns',
      { ...respawns, gold: 3, silver: 5, bronze: 10 },
      (near) => ({ timeMs: 50_000, respawns: Math.max(0, near), score: null }),
    ],
    [
      'points',
      { ...points, gold: 400, silver: 300, bronze: 200 },
      (near) => ({ timeMs: 50_000, respawns: 0, score: near }),
    ],
    [
      'points without any target',
      { ...points, authorScore: null, gold: null, silver: null, bronze: null },
      (near) => ({ timeMs: 50_000, respawns: 0, score: near }),
    ],
  ])('%s, one below, at and one above each target', async (_, targets, runAt) => {
    const trackId = await makeTrack(author.ctx);
    const { primaryType, authorTimeMs, authorScore, gold, silver, bronze } = targets;
    const goalOfAuthor = primaryType === 0 ? authorTimeMs : authorScore;
    const near = [goalOfAuthor, gold, silver, bronze, 0].flatMap((goal) =>
      goal === null ? [] : [goal - 1, goal, goal + 1],
    );
    const runs = near.map(runAt).filter(({ timeMs, score }) => timeMs > 0 && (score ?? 0) >= 0);
    const ids: number[] = [];
    for (const run of runs)
      ids.push(await makeReplay(world, { trackId, userId: author.userId, ...run, medal: 2 }));
    await inTransaction(world, (tx) => correctMedals(tx, { trackId, version: 1, targets }));
    const stored: number[] = [];
    for (const id of ids) stored.push((await replayRow(id)).medal);
    expect(stored).toEqual(runs.map((run) => medalOf(targets, run)));
  });
});
