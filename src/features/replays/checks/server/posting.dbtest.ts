import { expect, test } from 'vitest';
import type { ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import type { ReplaySpec } from '#lib/gbx/tools/replay-spec.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import {
  casesAbout,
  checkedRow,
  noticesOf,
  offGates,
  runOf,
  type Stored,
  withTimes,
} from '#testing/checked-replays.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { analyse, post, posted, replayBytes, trackWithFile } from '#testing/replays.ts';
import { asMember, fileSpec } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { RUN_RULES_VERSION } from '../run-rules.ts';

/** With twelve checkpoints. */
const blocks = sampleBlocks({ environment: 'Stadium', seed: 4 });
const stored = (spec: Partial<ChallengeSpec> = {}) => trackWithFile(author, { ...spec, blocks });

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const driver = async () => Uploader.of(await asMember(world));

test('a run of its track is posted, ranked and noted as one', async () => {
  const track = await stored();
  const ann = await driver();
  const { ReplayId, Position } = await posted(ann, runOf(track));
  expect(Position).toBe(0);
  expect(await checkedRow(db, ReplayId)).toMatchObject({
    is_best: true,
    revoked_at: null,
    flags: ['no-login'],
    outcome: 'fits',
    findings: '',
    held_at: null,
    version: RUN_RULES_VERSION,
  });
  expect(await casesAbout(db, ReplayId)).toEqual([]);
});

test.each<[string, (track: Stored) => Partial<ReplaySpec> & { uid: string }, RegExp]>([
  [
    'without checkpoint times',
    (track) =>
      runOf(
        track,
        withTimes(() => []),
      ),
    /^This replay contains no checkpoint times; its track has \d+ checkpoints\.$/,
  ],
  [
    'with the finish only',
    (track) =>
      runOf(
        track,
        withTimes((times) => times.slice(-1)),
      ),
    /^This replay contains only the time of the finish; its track has \d+ checkpoints\.$/,
  ],
  [
    'with a checkpoint too few',
    (track) =>
      runOf(
        track,
        withTimes((times) => times.slice(1)),
      ),
    /^This replay contains \d+ times, that of the finish included; its track has \d+ checkpoints, which makes \d+\.$/,
  ],
  [
    'with descending times',
    (track) =>
      runOf(
        track,
        withTimes((times) => [...times.slice(0, -1).reverse(), ...times.slice(-1)]),
      ),
    /^This replay passes its 2nd checkpoint at [\d:.]+, before its 1st checkpoint at [\d:.]+\.$/,
  ],
  [
    'with equal times',
    (track) =>
      runOf(
        track,
        withTimes(([first, , ...rest]) => (first ? [first, first, ...rest] : [])),
      ),
    /^This replay passes its 1st checkpoint and its 2nd checkpoint at the same time, [\d:.]+\.$/,
  ],
  [
    'with a track of two blocks inside',
    (track) => ({
      ...runOf(track),
      map: writeChallenge(
        fileSpec({ uid: track.uid, blocks: [...track.blocks.slice(0, 1), ...track.blocks.slice(-1)] }),
      ),
    }),
    /^The track inside this replay is not the one on this site: it has 2 blocks, and the track here has \d+\.$/,
  ],
])('a replay %s is refused, and nothing is stored', async (_, forge, reason) => {
  const track = await stored();
  const ann = await driver();
  const { analysis, refusal } = await analyse(ann, replayBytes(forge(track)));
  expect(refusal).toMatch(reason);
  expect(analysis).toMatchObject({ UploadKey: null, Issues: [{ Level: 'error', Code: 'not-of-track' }] });
  const { results } = await post(ann, [replayBytes(forge(track))]);
  expect(results).toMatchObject([
    { Problem: { status: 422, detail: expect.stringMatching(/This replay|The track inside/) } },
  ]);
});

test('one lap of a lap race is refused, three are accepted', async () => {
  const track = await stored({ laps: 3 });
  const ann = await driver();
  const { refusal } = await analyse(ann, replayBytes(runOf(track)));
  expect(refusal).toBe('This replay is a run of 1 lap; its track has 3 laps.');
  const { Position } = await posted(ann, runOf(track, undefined, { laps: 3 }));
  expect(Position).toBe(0);
});

test('a line that misses the gates is held immediately and shown to moderators, and its driver is notified', async () => {
  const track = await stored();
  const ann = await driver();
  const { analysis } = await analyse(ann, replayBytes(runOf(track, offGates)));
  const what =
    /At its 1st checkpoint of \d+, [\d:.]+, the run is \d+ m away from the nearest checkpoint, StadiumRoadMainCheckpoint at \d+, 1, \d+\./;
  expect(analysis).toMatchObject({
    Position: null,
    Issues: [
      { Level: 'warning', Code: 'held', Message: expect.stringMatching(what) },
      { Code: 'unverified' },
    ],
  });
  const { results } = await post(ann, [analysis?.UploadKey ?? '']);
  expect(results).toMatchObject([{ Position: null }]);
  const [result] = results;
  if (!result || 'Problem' in result) throw new Error('not posted');
  const row = await checkedRow(db, result.ReplayId);
  expect(row).toMatchObject({ is_best: false, revoked_at: expect.any(Date), outcome: 'contradicts' });
  expect(row.flags).toContain('contradicts-track');
  expect(await casesAbout(db, result.ReplayId)).toMatchObject([
    {
      source: 'held',
      state: 'open',
      text: expect.stringMatching(what),
      person_id: ann.ctx.viewer.userId,
      opened_at: ann.ctx.clock.now(),
    },
  ]);
  expect(await noticesOf(db, ann)).toMatchObject([
    { kind: 'replay.held', text: expect.stringMatching(what) },
  ]);
  // honest ones of others rank as if it were not there
  const { Position } = await posted(await driver(), runOf(track, undefined, { seed: 5 }));
  expect(Position).toBe(0);
});

test('what cannot be compared is flagged, counts, and is a hint in the first ten places', async () => {
  const track = await stored();
  const ann = await driver();
  const { ReplayId, Position } = await posted(
    ann,
    runOf(track, (run) => ({ ...run, samples: [] })),
  );
  expect(Position).toBe(0);
  const row = await checkedRow(db, ReplayId);
  expect(row).toMatchObject({ revoked_at: null, outcome: 'unjudged' });
  expect(row.flags).toContain('not-compared');
  await world.jobs.runAll(world);
  expect(await casesAbout(db, ReplayId)).toMatchObject([
    {
      source: 'hint',
      hint: 'missingEvidence',
      text: 'The run could not be compared with its track: The file contains no movement that could be compared with the track. It’s in the top ten of its track, so someone should watch it.',
    },
  ]);
});

test('missing inputs are a hint in the first ten places, and none in the eleventh', async () => {
  const track = await stored();
  const ids: number[] = [];
  for (let place = 0; place < 11; place++) {
    const { ReplayId } = await posted(
      await driver(),
      runOf(track, (run) => ({ ...run, inputs: [] }), { seed: place, timeMs: 60_000 + 10 * place }),
    );
    ids.push(ReplayId);
  }
  await world.jobs.runAll(world);
  const hinted = await Promise.all(ids.map(async (id) => (await casesAbout(db, id)).map(({ text }) => text)));
  const text = 'The file contains no inputs. It’s in the top ten of its track, so someone should watch it.';
  expect(hinted).toEqual([...Array.from({ length: 10 }, () => [text]), []]);
});
