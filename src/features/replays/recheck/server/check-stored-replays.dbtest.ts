import { expect, test } from 'vitest';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { performAct } from '#features/moderation/acts/server/perform.ts';
import { Level } from '#lib/codes/level.ts';
import { refusal } from '#lib/gbx/read/refusal.ts';
import type { ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { newRequestId } from '#platform/ctx.ts';
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
import { grantRole } from '#testing/moderators.ts';
import { drivableTrack, posted, trackWithFile } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { RUN_RULES_VERSION } from '../../checks/run-rules.ts';
import { checkStoredReplays } from './check-stored-replays.ts';

/** With twelve checkpoints. */
const blocks = sampleBlocks({ environment: 'Stadium', seed: 4 });
const stored = (spec: Partial<ChallengeSpec> = {}) => trackWithFile(author, { ...spec, blocks });

const { db } = await testDb({ max: 10, editions: 'all' });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const mod = await grantRole(await asMember(world, Level.moderator), Level.moderator, ['tmnf']);
const driver = async () => Uploader.of(await asMember(world));

const job = checkStoredReplays([updateBoards]);
const runJob = () => job.run(world, newRequestId(), {});

/** A driver whose uploads are accepted without a comparison, as when the file of the track is read too slowly. */
async function hurriedDriver() {
  const ctx = await asMember(world);
  const runOnTrack = async () => ({ ok: false as const, refusal: refusal('too-slow') });
  return Uploader.of({ ...ctx, gbx: { ...ctx.gbx, runOnTrack } });
}
/** What a moderator acts on. */
const about = (id: number) => ({ site: 'tmnf', kind: 'replay' as const, id, caseId: null, fields: {} });
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
  const onlyFinish = withTimes((times) => times.slice(-1));
  const forged = (await posted(ann, runOf(track, offGates, { timeMs: 60_000 }))).ReplayId;
  const short = (await posted(ben, runOf(track, onlyFinish, { timeMs: 61_000 }))).ReplayId;
  const honest = (await posted(cat, runOf(track, undefined, { timeMs: 62_000 }))).ReplayId;
  await forgetCheck(forged, short, honest);
  expect(await recordOf(track)).toEqual({ record_replay_id: forged });
  await rewind();
  await runJob();
  const held = { is_best: false, deleted_at: null, outcome: 'contradicts', held_at: expect.any(Date) };
  expect(await checkedRow(db, forged)).toMatchObject({ ...held, revoked_at: expect.any(Date) });
  expect(await checkedRow(db, short)).toMatchObject({ ...held, revoked_at: expect.any(Date) });
  expect(await checkedRow(db, honest)).toMatchObject({
    is_best: true,
    revoked_at: null,
    outcome: 'fits',
    held_at: null,
  });
  expect(await recordOf(track)).toEqual({ record_replay_id: honest });
  expect(await casesAbout(db, short)).toMatchObject([
    {
      source: 'held',
      text: expect.stringContaining('This replay contains only the time of the finish'),
    },
  ]);
  expect(await noticesOf(db, ben)).toMatchObject([{ kind: 'replay.held' }]);
  expect((await ann.ask('GET', `/recordgbx/${forged}`)).status).toBe(200);
  // a second run, and one that begins again, change nothing
  await runJob();
  await rewind();
  await runJob();
  expect(await noticesOf(db, ben)).toHaveLength(1);
  expect(await casesAbout(db, short)).toHaveLength(1);
});

test('what a moderator let count again stays so, also when the rules change', async () => {
  const track = await stored();
  const ann = await hurriedDriver();
  const { ReplayId } = await posted(ann, runOf(track, offGates));
  await forgetCheck(ReplayId);
  await rewind();
  await runJob();
  await performAct(mod, { ...about(ReplayId), act: 'replay.release', reason: 'I watched it.' });
  expect(await checkedRow(db, ReplayId)).toMatchObject({ is_best: true, revoked_at: null });
  // as with rules of an older version
  for (const table of ['replay_check', 'replay_check_cursor'] as const)
    await db.updateTable(table).where('site', '=', 'tmnf').set({ version: 0 }).execute();
  await runJob();
  expect(await checkedRow(db, ReplayId)).toMatchObject({
    is_best: true,
    revoked_at: null,
    outcome: 'contradicts',
    version: RUN_RULES_VERSION,
  });
  expect(await noticesOf(db, ann)).toMatchObject([{ kind: 'replay.held' }, { kind: 'replay.restored' }]);
});

test('a deleted or revoked replay is noted, and neither its driver nor moderators are notified', async () => {
  const track = await stored();
  const ann = await hurriedDriver();
  const { ReplayId } = await posted(ann, runOf(track, offGates));
  await performAct(mod, { ...about(ReplayId), act: 'replay.revoke', reason: 'A bug.' });
  const before = await noticesOf(db, ann);
  await forgetCheck(ReplayId);
  await rewind();
  await runJob();
  expect(await checkedRow(db, ReplayId)).toMatchObject({ outcome: 'contradicts', held_at: null });
  expect(await noticesOf(db, ann)).toEqual(before);
  expect(await casesAbout(db, ReplayId)).toEqual([]);
});

test('a replay whose track could not be read in time is posted, and compared an hour later', async () => {
  const track = await stored();
  const ann = await hurriedDriver();
  const { ReplayId, Position } = await posted(ann, runOf(track, offGates));
  expect(Position).toBe(0);
  expect(await checkedRow(db, ReplayId)).toMatchObject({
    outcome: 'pending',
    findings: '',
    flags: ['no-login'],
  });
  await runJob();
  world.clock.forward({ minutes: 60 });
  await runJob();
  expect(await checkedRow(db, ReplayId)).toMatchObject({ outcome: 'pending' });
  world.clock.forward({ minutes: 1 });
  await runJob();
  expect(await checkedRow(db, ReplayId)).toMatchObject({
    outcome: 'contradicts',
    revoked_at: expect.any(Date),
  });
});

test('a replay that can never be compared is flagged at the second try', async () => {
  const { uid } = await drivableTrack(author); // its file is missing
  const { ReplayId } = await posted(await driver(), { uid });
  expect(await checkedRow(db, ReplayId)).toMatchObject({ outcome: 'pending' });
  world.clock.forward({ minutes: 61 });
  await runJob();
  expect(await checkedRow(db, ReplayId)).toMatchObject({
    outcome: 'unjudged',
    findings: 'The file of the track is missing.',
    revoked_at: null,
    flags: expect.arrayContaining(['not-compared']),
  });
});
