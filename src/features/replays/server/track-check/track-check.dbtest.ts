import { expect, test } from 'vitest';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { countReplay } from '#features/moderation/server/acts/replay-acts.ts';
import { Level } from '#lib/codes/level.ts';
import type { ChallengeSpec } from '#lib/gbx/challenge-spec.ts';
import { refusal } from '#lib/gbx/refusal.ts';
import type { GhostSpec, ReplaySpec } from '#lib/gbx/replay-spec.ts';
import { sampleRun } from '#lib/gbx/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/sample-track.ts';
import { writeChallenge } from '#lib/gbx/writer.ts';
import { inTransaction, newRequestId } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { analyse, drivableTrack, post, posted, replayBytes, trackWithFile } from '#testing/replays.ts';
import { asMember, fileSpec } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { RUN_RULES_VERSION } from '../../run-rules.ts';
import { checkStoredReplays } from './job.ts';

/** With twelve checkpoints. */
const blocks = sampleBlocks({ environment: 'Stadium', seed: 4 });
const stored = (spec: Partial<ChallengeSpec> = {}) => trackWithFile(author, { ...spec, blocks });

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const mod = await asMember(world, Level.moderator);
const driver = async () => Uploader.of(await asMember(world));

type Stored = Awaited<ReturnType<typeof trackWithFile>>;
type Run = ReturnType<typeof sampleRun>;

/** A run of the track, changed or not. */
function runOf({ uid, file, blocks }: Stored, change: (run: Run) => GhostSpec = (run) => run, laps = 1) {
  const run = sampleRun({ blocks, environment: 'Stadium', seed: 3, laps });
  return { uid, map: file, bestTimeMs: run.timeMs, ghosts: [change(run)] } satisfies Partial<ReplaySpec>;
}
const withTimes = (change: (times: NonNullable<Run['checkpoints']>) => Run['checkpoints']) => (run: Run) => ({
  ...run,
  checkpoints: change(run.checkpoints ?? []),
});
/** Flies over everything between start and finish. */
const offGates = (run: Run): GhostSpec => ({
  ...run,
  samples:
    run.samples?.map((sample, i, { length }) => {
      const [x, y, z] = sample.position;
      return i > 0.05 * length && i < 0.85 * length
        ? { ...sample, position: [x, y + 100, z] as const }
        : sample;
    }) ?? [],
});

const rowOf = (replayId: number) =>
  db
    .selectFrom('replay')
    .leftJoin('replay_check as c', (join) =>
      join.onRef('c.site', '=', 'replay.site').onRef('c.replay_id', '=', 'replay.replay_id'),
    )
    .where('replay.site', '=', 'tmnf')
    .where('c.site', '=', 'tmnf')
    .where('replay.replay_id', '=', replayId)
    .select(['replay.is_best', 'replay.revoked_at', 'replay.deleted_at', 'replay.flags', 'replay.medal'])
    .select(['c.outcome', 'c.findings', 'c.held_at', 'c.version'])
    .executeTakeFirstOrThrow();
const casesAbout = (replayId: number) =>
  db
    .selectFrom('moderation_case')
    .innerJoin('case_source', (join) =>
      join
        .onRef('case_source.site', '=', 'moderation_case.site')
        .onRef('case_source.case_id', '=', 'moderation_case.case_id'),
    )
    .where('moderation_case.site', '=', 'tmnf')
    .where('case_source.site', '=', 'tmnf')
    .where('subject_kind', '=', 'replay')
    .where('subject_id', '=', replayId)
    .select(['source', 'hint', 'state', 'text', 'person_id', 'opened_at'])
    .execute();
const noticesOf = (who: Uploader) =>
  db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', who.ctx.viewer.userId)
    .select(['kind', 'text'])
    .execute();

test('a run of its track is posted, ranked and noted as one', async () => {
  const track = await stored();
  const ann = await driver();
  const { ReplayId, Position } = await posted(ann, runOf(track));
  expect(Position).toBe(0);
  expect(await rowOf(ReplayId)).toMatchObject({
    is_best: true,
    revoked_at: null,
    flags: ['no-login'],
    outcome: 'fits',
    findings: '',
    held_at: null,
    version: RUN_RULES_VERSION,
  });
  expect(await casesAbout(ReplayId)).toEqual([]);
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
  const { Position } = await posted(ann, runOf(track, undefined, 3));
  expect(Position).toBe(0);
});

test('a line that leaves the gates out is held at once, shown to moderators, and its driver is told', async () => {
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
  const row = await rowOf(result.ReplayId);
  expect(row).toMatchObject({ is_best: false, revoked_at: expect.any(Date), outcome: 'contradicts' });
  expect(row.flags).toContain('contradicts-track');
  expect(await casesAbout(result.ReplayId)).toMatchObject([
    {
      source: 'held',
      state: 'open',
      text: expect.stringMatching(what),
      person_id: ann.ctx.viewer.userId,
      opened_at: ann.ctx.clock.now(),
    },
  ]);
  expect(await noticesOf(ann)).toMatchObject([{ kind: 'replay.held', text: expect.stringMatching(what) }]);
  // honest ones of others rank as if it were not there
  const { Position } = await posted(await driver(), runOf(track));
  expect(Position).toBe(0);
});

const job = checkStoredReplays([updateBoards]);
const runJob = () => job.run(world, newRequestId(), {});

/** A driver whose uploads are accepted without a comparison, as when the file of the track is read too slowly. */
async function hurriedDriver() {
  const ctx = await asMember(world);
  const runOnTrack = async () => ({ ok: false as const, refusal: refusal('too-slow') });
  return Uploader.of({ ...ctx, gbx: { ...ctx.gbx, runOnTrack } });
}
/** As if it had been posted before replays were compared. */
const forgetCheck = (...ids: number[]) =>
  db.deleteFrom('replay_check').where('site', '=', 'tmnf').where('replay_id', 'in', ids).execute();
const rewind = () => db.deleteFrom('replay_check_cursor').where('site', '=', 'tmnf').execute();
const recordOf = ({ trackId }: Stored) =>
  db
    .selectFrom('track')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .select('record_replay_id')
    .executeTakeFirstOrThrow();

test('a job holds stored replays that contradict their track; the next driver has the record, and nothing is deleted', async () => {
  const track = await stored();
  const [ann, ben, cat] = [await hurriedDriver(), await hurriedDriver(), await hurriedDriver()];
  const forged = (await posted(ann, runOf(track, offGates))).ReplayId;
  const short = (
    await posted(
      ben,
      runOf(
        track,
        withTimes((times) => times.slice(-1)),
      ),
    )
  ).ReplayId;
  const honest = (await posted(cat, runOf(track))).ReplayId;
  await forgetCheck(forged, short, honest);
  expect(await recordOf(track)).toEqual({ record_replay_id: forged });
  await rewind();
  await runJob();
  const held = { is_best: false, deleted_at: null, outcome: 'contradicts', held_at: expect.any(Date) };
  expect(await rowOf(forged)).toMatchObject({ ...held, revoked_at: expect.any(Date) });
  expect(await rowOf(short)).toMatchObject({ ...held, revoked_at: expect.any(Date) });
  expect(await rowOf(honest)).toMatchObject({
    is_best: true,
    revoked_at: null,
    outcome: 'fits',
    held_at: null,
  });
  expect(await recordOf(track)).toEqual({ record_replay_id: honest });
  expect(await casesAbout(short)).toMatchObject([
    {
      source: 'held',
      text: expect.stringContaining('This replay contains only the time of the finish'),
    },
  ]);
  expect(await noticesOf(ben)).toMatchObject([{ kind: 'replay.held' }]);
  expect((await ann.ask('GET', `/recordgbx/${forged}`)).status).toBe(200);
  // a second run, and one that begins again, change nothing
  await runJob();
  await rewind();
  await runJob();
  expect(await noticesOf(ben)).toHaveLength(1);
  expect(await casesAbout(short)).toHaveLength(1);
});

test('what a moderator let count again stays so, also when the rules change', async () => {
  const track = await stored();
  const ann = await hurriedDriver();
  const { ReplayId } = await posted(ann, runOf(track, offGates));
  await forgetCheck(ReplayId);
  await rewind();
  await runJob();
  await inTransaction(mod, (tx) => countReplay(tx, ReplayId, true, 'I watched it.'));
  expect(await rowOf(ReplayId)).toMatchObject({ is_best: true, revoked_at: null });
  // as with rules of an older version
  for (const table of ['replay_check', 'replay_check_cursor'] as const)
    await db.updateTable(table).where('site', '=', 'tmnf').set({ version: 0 }).execute();
  await runJob();
  expect(await rowOf(ReplayId)).toMatchObject({
    is_best: true,
    revoked_at: null,
    outcome: 'contradicts',
    version: RUN_RULES_VERSION,
  });
  expect(await noticesOf(ann)).toMatchObject([{ kind: 'replay.held' }, { kind: 'replay.restored' }]);
});

test('a deleted or revoked replay is noted, and neither its driver nor moderators are told', async () => {
  const track = await stored();
  const ann = await hurriedDriver();
  const { ReplayId } = await posted(ann, runOf(track, offGates));
  await inTransaction(mod, (tx) => countReplay(tx, ReplayId, false, 'A bug.'));
  const before = await noticesOf(ann);
  await forgetCheck(ReplayId);
  await rewind();
  await runJob();
  expect(await rowOf(ReplayId)).toMatchObject({ outcome: 'contradicts', held_at: null });
  expect(await noticesOf(ann)).toEqual(before);
  expect(await casesAbout(ReplayId)).toEqual([]);
});

test('a replay whose track could not be read in time is posted, and compared an hour later', async () => {
  const track = await stored();
  const ann = await hurriedDriver();
  const { ReplayId, Position } = await posted(ann, runOf(track, offGates));
  expect(Position).toBe(0);
  expect(await rowOf(ReplayId)).toMatchObject({ outcome: 'pending', findings: '', flags: ['no-login'] });
  await runJob();
  world.clock.forward({ minutes: 60 });
  await runJob();
  expect(await rowOf(ReplayId)).toMatchObject({ outcome: 'pending' });
  world.clock.forward({ minutes: 1 });
  await runJob();
  expect(await rowOf(ReplayId)).toMatchObject({ outcome: 'contradicts', revoked_at: expect.any(Date) });
});

test('a replay that can never be compared is flagged at the second try', async () => {
  const { uid } = await drivableTrack(author); // its file is missing
  const { ReplayId } = await posted(await driver(), { uid });
  expect(await rowOf(ReplayId)).toMatchObject({ outcome: 'pending' });
  world.clock.forward({ minutes: 61 });
  await runJob();
  expect(await rowOf(ReplayId)).toMatchObject({
    outcome: 'unjudged',
    findings: 'The file of the track is missing.',
    revoked_at: null,
    flags: expect.arrayContaining(['not-compared']),
  });
});

test('what cannot be compared is flagged, counts, and is a hint in the first ten places', async () => {
  const track = await stored();
  const ann = await driver();
  const { ReplayId, Position } = await posted(
    ann,
    runOf(track, (run) => ({ ...run, samples: [] })),
  );
  expect(Position).toBe(0);
  const row = await rowOf(ReplayId);
  expect(row).toMatchObject({ revoked_at: null, outcome: 'unjudged' });
  expect(row.flags).toContain('not-compared');
  await world.jobs.runAll(world);
  expect(await casesAbout(ReplayId)).toMatchObject([
    {
      source: 'hint',
      hint: 'missingEvidence',
      text: 'The run could not be compared with its track: The file contains no movement that could be compared with the track. It is among the first ten of its track, so that somebody should watch it.',
    },
  ]);
});

test('missing inputs are a hint in the first ten places, and none in the eleventh', async () => {
  const track = await stored();
  const ids: number[] = [];
  for (let place = 0; place < 11; place++) {
    const { ReplayId } = await posted(
      await driver(),
      runOf(track, (run) => ({ ...run, inputs: [] })),
    );
    ids.push(ReplayId);
  }
  await world.jobs.runAll(world);
  const hinted = await Promise.all(ids.map(async (id) => (await casesAbout(id)).map(({ text }) => text)));
  const text =
    'The file contains no inputs. It is among the first ten of its track, so that somebody should watch it.';
  expect(hinted).toEqual([...Array.from({ length: 10 }, () => [text]), []]);
});
