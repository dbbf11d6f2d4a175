import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { refusal as refusalOf } from '#lib/gbx/read/refusal.ts';
import type { ReplaySpec } from '#lib/gbx/tools/replay-spec.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import type { GbxReader } from '#platform/gbx/gbx-reader.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { analyse, drivableTrack, post, posted, replayBytes } from '#testing/replays.ts';
import { uncompressed } from '#testing/stored-otherwise.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const ann = await Uploader.of(await asMember(world));
const eve = await Uploader.of(await asMember(world));
const blocks = sampleBlocks({ environment: 'Stadium', seed: 3 });
let seed = 0;
const aRun = () => {
  seed += 1;
  return sampleRun({ blocks, environment: 'Stadium', seed });
};
const specOf = (uid: string, run: ReturnType<typeof aRun>, change: Partial<ReplaySpec> = {}) => ({
  uid,
  bestTimeMs: run.timeMs,
  ghosts: [run],
  ...change,
});
const casesAbout = (replayId: number) =>
  forSite(world, 'moderation_case')
    .innerJoin('case_source as s', (join) =>
      join.onRef('s.site', '=', 'moderation_case.site').onRef('s.case_id', '=', 'moderation_case.case_id'),
    )
    .where('s.site', '=', 'tmnf')
    .where('subject_kind', '=', 'replay')
    .where('subject_id', '=', replayId)
    .where('s.hint', '=', 'sameRun')
    .select(['s.text', 'person_id'])
    .execute();
const runsAgain = async (reader: Partial<GbxReader> = {}) => {
  await world.jobs.add('find-same-runs', {});
  await world.jobs.runAll({ ...world, gbx: { ...world.gbx, ...reader } });
};

const refusal = 'Someone else has already uploaded this run on TMNF. If you drove it, report that replay.';

test('the run of another account is refused in another file, with another name and login', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const run = aRun();
  const file = replayBytes(specOf(uid, run, { nickname: 'ann' }));
  await post(ann, [file]);
  const copies = [
    uncompressed(file),
    replayBytes(specOf(uid, run, { nickname: 'eve' })),
    replayBytes(specOf(uid, run, { nickname: 'eve', login: 'eve.login' })),
    replayBytes(specOf(uid, { ...run, inputs: [] })),
    replayBytes(specOf(uid, { ...run, samples: [] })),
  ];
  for (const copy of copies) {
    const { analysis } = await analyse(eve, copy);
    expect(analysis?.Issues).toContainEqual({
      Level: 'error',
      Code: 'same-run',
      Message: refusal,
      Link: `/trackshow/${trackId}`,
    });
    expect((await post(eve, [copy])).results).toMatchObject([
      { Problem: { detail: expect.stringContaining(refusal) } },
    ]);
  }
});

test('an analysed copy is refused if the run was posted since', async () => {
  const { uid } = await drivableTrack(author);
  const run = aRun();
  const { analysis } = await analyse(eve, replayBytes(specOf(uid, run, { nickname: 'eve' })));
  await post(ann, [replayBytes(specOf(uid, run, { nickname: 'ann' }))]);
  expect((await post(eve, [analysis?.UploadKey ?? ''])).results).toMatchObject([
    { Problem: { detail: expect.stringContaining(refusal) } },
  ]);
});

test('runs in which only the gas is held are the same for everybody, and accepted', async () => {
  const { uid } = await drivableTrack(author);
  const held = [{ timeMs: 30_000, inputs: [{ timeMs: 0, control: 'accelerate', value: 1 }] as const }];
  await posted(ann, { uid, bestTimeMs: 30_000, ghosts: held });
  expect(await posted(eve, { uid, bestTimeMs: 30_000, ghosts: held })).toMatchObject({ Position: 1 });
});

test('a run counts again after its poster deleted it, and not after a moderator did', async () => {
  const { uid } = await drivableTrack(author);
  const run = aRun();
  const { ReplayId } = await posted(ann, specOf(uid, run));
  const deletedBy = (userId: number) =>
    db
      .updateTable('replay')
      .set({ deleted_at: world.clock.now(), deleted_by: userId, is_best: false })
      .where('site', '=', 'tmnf')
      .where('replay_id', '=', ReplayId)
      .execute();
  await deletedBy(author.viewer.userId);
  expect((await analyse(eve, replayBytes(specOf(uid, run)))).refusal).toBe(refusal);
  await deletedBy(ann.ctx.viewer.userId);
  expect((await analyse(eve, replayBytes(specOf(uid, run)))).refusal).toBeNull();
});

test('a job reads older replays, and shows moderators the copies among them', async () => {
  const { uid } = await drivableTrack(author);
  const run = aRun();
  const first = await posted(ann, specOf(uid, run));
  const unread = (replayId: number) =>
    db
      .updateTable('replay')
      .set({ run_inputs: null, run_line: null })
      .where('site', '=', 'tmnf')
      .where('replay_id', '=', replayId)
      .execute();
  await unread(first.ReplayId);
  world.clock.forward({ minutes: 5 });
  const second = await posted(eve, specOf(uid, run));
  await unread(second.ReplayId);
  // a replay that there was no time to read is read the next time
  await runsAgain({ replay: async () => ({ ok: false, refusal: refusalOf('too-slow') }) });
  expect(await casesAbout(second.ReplayId)).toEqual([]);
  await runsAgain();
  await runsAgain();
  expect(await casesAbout(second.ReplayId)).toEqual([
    { person_id: eve.ctx.viewer.userId, text: expect.stringContaining(`replay ${first.ReplayId} with `) },
  ]);
  expect(await casesAbout(first.ReplayId)).toEqual([]);
  const left = await forSite(world, 'replay').where('run_inputs', 'is', null).select('replay_id').execute();
  expect(left).toEqual([]);
});
