import { beforeEach, expect, test } from 'vitest';
import type { BlockSpec, ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
let ann: Uploader;
beforeEach(async () => {
  ann = await Uploader.of(await asMember(world));
});

const tracksOf = ({ ctx }: Uploader) =>
  db
    .selectFrom('track')
    .where('site', '=', ctx.site.code)
    .where('uploader_id', '=', ctx.viewer.userId)
    .selectAll()
    .execute();

test('medals in an unusual order are a warning: the track is published anyway', async () => {
  const warning = {
    Level: 'warning',
    Code: 'medals',
    Message: 'Check the medal times: a lower medal is harder than a higher one.',
  };
  const { analysis } = await ann.analyse(trackFile({ gold: 30_000 }));
  expect(analysis.Issues).toEqual([warning]);
  const { results } = await ann.publish({
    ...entry(0, { UploadKey: analysis.UploadKey ?? '' }),
    ...entry(1, { TrackFile: trackFile({ gold: 30_000 }) }),
  });
  expect(results).toMatchObject([{ TrackId: expect.any(Number) }, { Issues: [warning] }]);
  expect(await tracksOf(ann)).toMatchObject([{ gold_target: 30_000 }, { gold_target: 30_000 }]);
});

test('a name with 16 coloured letters is published as typed', async () => {
  const name = '$f0fM'.repeat(16);
  const { analysis } = await ann.analyse(trackFile({ name }));
  expect(analysis.SuggestedTrackName).toBe('M'.repeat(16));
  const { results } = await ann.publish(entry(0, { TrackName: name, UploadKey: analysis.UploadKey ?? '' }));
  expect(results).toMatchObject([{ TrackName: name }]);
});

test('notices do not refuse a file, and an Unlimiter track is uncompetitive', async () => {
  const file = trackFile({ hasPassword: true, laps: 3, unlimiterMessage: 'Get TMUnlimiter' });
  const { analysis } = await ann.analyse(file);
  expect(analysis.Issues.map(({ Level: level, Code }) => [level, Code])).toEqual([
    ['notice', 'unlimiter'],
    ['notice', 'password'],
    ['notice', 'laps'],
  ]);
  await ann.publish(entry(0, { UploadKey: analysis.UploadKey ?? '' }));
  expect(await tracksOf(ann)).toMatchObject([{ replay_type: 3, unlimiter_version: 7, primary_type: 0 }]);
});

const road = sampleBlocks({ environment: 'Stadium', seed: 5 });
const placed = (change: Partial<BlockSpec>): BlockSpec => ({
  name: 'StadiumRoadMain',
  x: 30,
  y: 9,
  z: 30,
  direction: 0,
  ...change,
});

test.each<[string, Partial<ChallengeSpec>]>([
  ['a map of no size', { size: { x: 0, y: 0, z: 0 } }],
  ['a map of 1000 × 32 × 1000', { size: { x: 1000, y: 32, z: 1000 } }],
  ['a block of another environment', { blocks: [...road, placed({ name: 'BayRoad' })] }],
  ['an unknown block', { blocks: [...road, placed({ name: 'StadiumFoo' })] }],
  ['a block outside', { blocks: [...road, placed({ z: 32 })] }],
])('%s: its uploader is told, and it is listed as a track of Unlimiter', async (_, spec) => {
  const author = await Uploader.of(await asMember(world));
  const { analysis } = await author.analyse(trackFile(spec));
  expect(analysis.Issues).toMatchObject([
    {
      Level: 'warning',
      Code: 'oddities',
      Message: expect.stringMatching(/^The editor of the game can’t make this track: .+ any leaderboard\.$/),
    },
  ]);
  const { results } = await author.publish(entry(0, { UploadKey: analysis.UploadKey ?? '' }));
  expect(await tracksOf(author)).toMatchObject([{ replay_type: 3, unlimiter_version: 0 }]);
  const [result] = results;
  if (!result || !('TrackId' in result)) throw new Error('not published');
  const listed = async (filter: string) =>
    (
      await author.ask('GET', `/api/tracks?id=${result.TrackId}&${filter}&fields=UnlimiterVersion,ReplayType`)
    ).json<{ Results: object[] }>().Results;
  expect(await listed('inunlimiter=1')).toEqual([{ UnlimiterVersion: 0, ReplayType: 3 }]);
  expect(await listed('inunlimiter=0')).toEqual([]);
  expect(await listed('unlimiterver=0')).toHaveLength(1);
  expect(await listed('unlimiterver=7')).toEqual([]);
});
