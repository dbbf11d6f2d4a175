import { expect, test } from 'vitest';
import type { Level } from '#lib/codes/level.ts';
import { limits } from '#platform/rate-limits.ts';
import { sweepReplayUploads } from '#platform/uploads/sweep.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { analyse, drivableTrack, post, posted, replayBytes } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb({ max: 10, editions: 'all' });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const driver = async (level?: Level) => Uploader.of(await asMember(world, level));
const ann = await driver();
const ben = await driver();

const row = (replayId: number) =>
  db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', replayId)
    .selectAll()
    .executeTakeFirstOrThrow();
test('a login belongs to its first driver, in any case, and a local name to nobody', async () => {
  const { uid } = await drivableTrack(author);
  const other = await drivableTrack(author);
  await posted(ann, { uid, login: 'Fast.Ann' });
  const stolen = await analyse(ben, replayBytes({ uid: other.uid, login: 'fast.ann' }));
  expect(stolen.refusal).toBe('This replay was driven with someone else’s login.');
  expect(stolen.analysis?.UploadKey).toBeNull();
  const local = await posted(ben, { uid, bestTimeMs: 39_000, login: 'lan/192.168.1.2' });
  expect((await row(local.ReplayId)).flags).toEqual(['local-login']);
  const cid = await driver();
  await posted(cid, { uid, bestTimeMs: 38_000, login: 'lan/192.168.1.2' });
  const bound = await db.selectFrom('game_login').where('site', '=', 'tmnf').select('login_key').execute();
  expect(bound.map(({ login_key }) => login_key)).toContain('fast.ann');
  expect(bound.map(({ login_key }) => login_key)).not.toContain('lan/192.168.1.2');
});

test('two drivers who prove one login at once: it is bound to one of them', async () => {
  const here = await drivableTrack(author);
  const there = await drivableTrack(author);
  const answers = await Promise.all([
    post(ann, [replayBytes({ uid: here.uid, login: 'contested' })]),
    post(ben, [replayBytes({ uid: there.uid, login: 'contested' })]),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('a hidden track looks unknown, also by its id', async () => {
  const hidden = await drivableTrack(author, { is_public: false });
  const bytes = replayBytes({ uid: hidden.uid });
  for (const query of ['', `?trackid=${hidden.trackId}`])
    expect((await analyse(ann, bytes, query)).refusal).toBe('This replay’s track isn’t on TMNF.');
  const owner = await Uploader.of(author);
  expect((await analyse(owner, bytes)).refusal).toBeNull();
});

test('an unlisted track is found with its key', async () => {
  const { uid, trackId } = await drivableTrack(author, { is_listed: false });
  const { secret_key } = await db
    .selectFrom('track')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .select('secret_key')
    .executeTakeFirstOrThrow();
  const bytes = replayBytes({ uid });
  expect((await analyse(ann, bytes)).refusal).toContain('track isn’t on TMNF');
  expect((await analyse(ann, bytes, `?trackid=${trackId}&key=${secret_key}`)).refusal).toBeNull();
});

test('visitors are refused before anything is received', async () => {
  const visitor = await Uploader.of(world);
  expect((await analyse(visitor, Buffer.from('x'))).status).toBe(401);
});

test('the sweep removes uploads after a day, and a file that nothing names', async () => {
  const { uid } = await drivableTrack(author);
  const { analysis } = await analyse(ann, replayBytes({ uid }));
  const keys = async () =>
    (await db.selectFrom('replay_upload').where('site', '=', 'tmnf').select('upload_key').execute()).length;
  expect(await keys()).toBeGreaterThan(0);
  world.clock.forward({ days: 1, seconds: 1 });
  await sweepReplayUploads.run(world, 'test', {});
  await sweepReplayUploads.run(world, 'test', {});
  expect(await keys()).toBe(0);
  const { results } = await post(ann, [analysis?.UploadKey ?? '']);
  expect(results).toMatchObject([{ Problem: { status: 404 } }]);
});

test('200 replays in one form are posted', { timeout: 120_000 }, async () => {
  const tracks = await Promise.all(Array.from({ length: 40 }, () => drivableTrack(author)));
  const eve = await driver();
  const many = tracks.flatMap(({ uid }) =>
    [0, 1, 2, 3, 4].map((better) => replayBytes({ uid, bestTimeMs: 60_000 - 10 * better })),
  );
  const { status, results } = await post(eve, many);
  expect(status).toBe(200);
  expect(results.filter((one) => 'ReplayId' in one)).toHaveLength(200);
});

test('one entry too many is refused', async () => {
  const { uid } = await drivableTrack(author);
  const bytes = replayBytes({ uid });
  const { problem } = await post(
    ann,
    Array.from({ length: 201 }, () => bytes),
  ).catch(() => ({ problem: { status: 413 } }));
  expect(problem).toMatchObject({ status: 413 });
});

test('files that are read are limited per account, on all editions together', async () => {
  const dee = await driver();
  const { uid } = await drivableTrack(author);
  await world.limits.consume(
    'upload',
    { subject: `account ${dee.ctx.viewer.accountId}` },
    limits.upload.points - 1,
  );
  expect((await analyse(dee, replayBytes({ uid }))).status).toBe(200);
  const elsewhere = await testCtx({ db, site: 'tmn' });
  const { accountId } = dee.ctx.viewer;
  const viewer = { ...(await asMember(elsewhere)).viewer, accountId };
  for (const who of [dee, await Uploader.of(seenFrom(elsewhere, { viewer }))])
    expect((await analyse(who, replayBytes({ uid }))).status).toBe(429);
});
