import { afterAll, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { MEASUREMENT_VERSION } from '#lib/gbx/run/run-measure.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { GbxPool } from '#platform/gbx/pool.ts';
import { Problem } from '#platform/http/problem.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { measureFile } from './measure.ts';
import { evidenceSheet } from './sheet-page.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await Uploader.of(await asMember(world));
const drivers = await Promise.all(Array.from({ length: 5 }, async () => Uploader.of(await asMember(world))));
const [ann, ben, cat, dan, eve] = drivers as [Uploader, Uploader, Uploader, Uploader, Uploader]; // five were made
const mod = await asMember(world, Level.moderator);

const blocks = sampleBlocks({ environment: 'Stadium', seed: 7 });
const ghost = (seed: number, device: 'keys' | 'analogue' = 'keys') =>
  sampleRun({ blocks, environment: 'Stadium', seed, device, timeMs: 30_000 + 10 * seed });

/** One change 10 ms later, and the car a centimetre to the side, so that it is not recognised as the same run. */
function edited(run: ReturnType<typeof ghost>): ReturnType<typeof ghost> {
  const at = run.inputs?.findIndex(({ control }) => control === 'left' || control === 'right');
  return {
    ...run,
    inputs: (run.inputs ?? []).map((one, i) => (i === at ? { ...one, timeMs: one.timeMs + 10 } : one)),
    samples: (run.samples ?? []).map((one) => {
      const [x, y, z] = one.position;
      return { ...one, position: [x + 0.01, y, z] as const };
    }),
  };
}

async function drive(who: Uploader, uid: string, run: ReturnType<typeof ghost>, mark: object = {}) {
  const { ReplayId } = await posted(who, { uid, bestTimeMs: run.timeMs, ghosts: [run], ...mark });
  return ReplayId;
}
const see = (replayId: number, ctx: TestCtx = mod) =>
  evidenceSheet(ctx, String(replayId), new URLSearchParams());
const shaOf = async (replayId: number) =>
  (
    await db
      .selectFrom('replay')
      .where('site', '=', 'tmnf')
      .where('replay_id', '=', replayId)
      .select('sha256')
      .executeTakeFirstOrThrow()
  ).sha256;
const storedRow = async (replayId: number) =>
  db
    .selectFrom('replay_measurement')
    .where('site', '=', 'tmnf')
    .where('sha256', '=', await shaOf(replayId))
    .selectAll()
    .executeTakeFirst();
const looksAt = (replayId: number) =>
  db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('act', '=', 'replay.evidence')
    .where('subject_id', '=', replayId)
    .select(['user_id', 'acted_at'])
    .orderBy('act_id')
    .execute();
/** Counts files that are read for measuring. */
function counting(ctx: TestCtx) {
  const read = { files: 0 };
  const inputs: TestCtx['gbx']['inputs'] = (bytes) => {
    read.files += 1;
    return ctx.gbx.inputs(bytes);
  };
  return { read, ctx: { ...ctx, gbx: { ...ctx.gbx, inputs } } };
}

test('the first view measures the replay, a job measures those around it, and the next view compares them', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const own = await drive(ann, uid, ghost(1));
  const earlier = await drive(ben, uid, ghost(3));
  await drive(ben, uid, ghost(2)); // ben's best
  await drive(cat, uid, ghost(4, 'analogue'));
  const marked = await drive(dan, uid, ghost(5), { exe: 'TmForever.2.11.26 ', shiftedClock: true });
  const copied = await drive(eve, uid, edited(ghost(1)));
  const first = await see(own);
  expect(first.run?.deviceClass).toBe('keys');
  expect(first).toMatchObject({ waiting: 4, counted: 0, missing: null });
  expect(first.runs.map(({ note }) => note)).toEqual(Array(4).fill('not measured yet'));
  const { read, ctx } = counting(mod);
  await mod.jobs.runAll(ctx);
  // the four that are compared, and a beaten one that a job reads for hints
  expect(read.files).toBe(5);
  const hints = await db
    .selectFrom('moderation_case')
    .where('site', '=', 'tmnf')
    .where('subject_id', 'in', [own, earlier, marked, copied])
    .orderBy('subject_id')
    .select(['subject_kind', 'subject_id', 'score', 'sources'])
    .execute();
  const hint = { subject_kind: 'replay', sources: ['hint'] };
  expect(hints).toEqual([
    { ...hint, subject_id: marked, score: 30 },
    { ...hint, subject_id: copied, score: 70 },
  ]);
  await mod.jobs.runAll(ctx);
  const second = await see(own, ctx);
  expect(read.files).toBe(5);
  expect(second).toMatchObject({ waiting: 0, counted: 1, isSmall: true });
  expect(second.runs.map(({ driver, note }) => [driver.UserId, note])).toEqual(
    expect.arrayContaining([
      [ben.ctx.viewer.userId, 'keyboard'],
      [cat.ctx.viewer.userId, 'another device: analogue'],
      [dan.ctx.viewer.userId, 'carries a tool signature'],
      [eve.ctx.viewer.userId, 'shares most of its inputs'],
    ]),
  );
  expect(second.closest).toMatchObject({ driver: { UserId: eve.ctx.viewer.userId } });
  expect(second.figures[0]?.sentence).toMatch(
    /^\d+ steering changes per minute; the only other keyboard replay has \d+\.$/,
  );
  // the sheet of a beaten replay has the driver's best among its own runs, and ranked runs of all other drivers
  const beaten = await see(earlier);
  expect(beaten.runs[0]).toMatchObject({ driver: { UserId: ben.ctx.viewer.userId } });
  expect(beaten.runs).toHaveLength(5);
});

test('a view is recorded once a day for each moderator, also with concurrent requests', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const replayId = await drive(ann, uid, ghost(11));
  await Promise.all([see(replayId), see(replayId), see(replayId)]);
  expect(await looksAt(replayId)).toHaveLength(1);
  await see(replayId, await asMember(world, Level.administrator));
  expect(await looksAt(replayId)).toHaveLength(2);
  mod.clock.forward({ days: 1 });
  await see(replayId);
  expect((await looksAt(replayId)).map(({ user_id }) => user_id)).toEqual([
    mod.viewer.userId,
    expect.any(Number),
    mod.viewer.userId,
  ]);
});

test('only moderators see a sheet; a refused view is not recorded', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const replayId = await drive(ann, uid, ghost(21));
  for (const { ctx } of [ann, ben, author])
    await expect(see(replayId, ctx)).rejects.toMatchObject({ status: 403 });
  await expect(see(999_999)).rejects.toMatchObject({ status: 404 });
  await expect(evidenceSheet(mod, 'abc', new URLSearchParams())).rejects.toMatchObject({ status: 404 });
  expect(await looksAt(replayId)).toEqual([]);
  expect(await storedRow(replayId)).toBeUndefined();
});

test('a measurement of another version is repeated, but an older release replaces no newer one', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const replayId = await drive(ann, uid, ghost(31));
  await see(replayId);
  const setVersion = async (version: number) =>
    db
      .updateTable('replay_measurement')
      .set({ version, measured: '{"game":"TMF","run":null}', changes: null })
      .where('site', '=', 'tmnf')
      .where('sha256', '=', await shaOf(replayId))
      .execute();
  await setVersion(MEASUREMENT_VERSION - 1);
  expect((await see(replayId)).missing).toBeNull();
  expect(await storedRow(replayId)).toMatchObject({ version: MEASUREMENT_VERSION });
  await setVersion(MEASUREMENT_VERSION + 1);
  expect((await see(replayId)).missing).toBeNull();
  expect(await storedRow(replayId)).toMatchObject({ version: MEASUREMENT_VERSION + 1, changes: null });
});

test('one file measured by several at once is stored once', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const replayId = await drive(ann, uid, ghost(41));
  const sha256 = await shaOf(replayId);
  const found = await Promise.all(Array.from({ length: 8 }, () => measureFile(mod, sha256)));
  expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await storedRow(replayId)).toMatchObject({ version: MEASUREMENT_VERSION, refusal: null });
});

test('a file that cannot be read is named with its reason; one that took too long is tried again a day later', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const own = await drive(ann, uid, ghost(51));
  const broken = await drive(ben, uid, ghost(52));
  const slow = await drive(cat, uid, ghost(53));
  await mod.files.remove(await shaOf(broken));
  const slowReader: TestCtx = {
    ...mod,
    gbx: {
      ...mod.gbx,
      inputs: async () => ({
        ok: false,
        refusal: { code: 'too-slow', message: 'This file takes too long to read.' },
      }),
    },
  };
  for (const replayId of [broken, slow]) await measureFile(slowReader, await shaOf(replayId));
  const notes = async () => {
    const { runs } = await see(own);
    return [broken, slow].map((id) => runs.find(({ replayId }) => replayId === id)?.note);
  };
  expect(await notes()).toEqual([
    'cannot be read: Its file is missing.',
    'cannot be read: This file takes too long to read.',
  ]);
  mod.clock.forward({ days: 1, seconds: 1 });
  expect(await notes()).toEqual(['not measured yet', 'not measured yet']);
  await mod.jobs.runAll(mod);
  expect(await notes()).toEqual(['cannot be read: Its file is missing.', 'keyboard']);
});

test('while too many files wait to be read, the sheet says so and stores nothing', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const replayId = await drive(ann, uid, ghost(61));
  const busy: TestCtx = {
    ...mod,
    gbx: { ...mod.gbx, inputs: () => Promise.reject(new Problem(503, 'Too many files are being read.')) },
  };
  expect((await see(replayId, busy)).missing).toMatch(/Too many files are being read/);
  expect(await storedRow(replayId)).toBeUndefined();
});

const pool = new GbxPool();
afterAll(() => pool.close());

test('in reading threads the result is the same', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const own = await drive(ann, uid, ghost(71, 'analogue'));
  await drive(ben, uid, ghost(72, 'analogue'));
  const threaded: TestCtx = { ...mod, gbx: pool };
  await see(own, threaded);
  await mod.jobs.runAll(threaded);
  const { figures, facts, closest } = await see(own, threaded);
  const direct = await see(own);
  expect({ figures, facts, closest }).toEqual({
    figures: direct.figures,
    facts: direct.facts,
    closest: direct.closest,
  });
  expect(closest).not.toBeNull();
});

test('logins: whose they are, and which identify nobody', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const named = await drive(ann, uid, ghost(81), { login: 'Ann.Forever' });
  const local = await drive(ben, uid, ghost(82), { login: 'ben/192.168.1.20:2350' });
  const none = await drive(cat, uid, ghost(83));
  expect((await see(named)).login).toMatchObject({
    inFile: 'Ann.Forever',
    identifies: true,
    boundTo: { UserId: ann.ctx.viewer.userId },
  });
  expect((await see(local)).login).toMatchObject({ identifies: false, boundTo: null });
  expect((await see(none)).login).toEqual({ inFile: null, identifies: false, boundTo: null, others: [] });
  expect((await see(local, seenFrom(mod, {}))).replay.flags).toContain('local-login');
});
