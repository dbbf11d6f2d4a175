import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { stagedByViewer, stagedLimits, staging } from './staged.ts';

const { db } = await testDb();
const mebibyte = 1024 * 1024;

const world = (settings: Partial<Ctx['settings']> = {}) => testCtx({ db, site: 'tmnf', settings });
/** An account of this age. */
async function member(on: TestCtx, days: number, level: Level = Level.standard): Promise<TestCtx> {
  const ctx = await asMember(on, level);
  const created_at = new Date(on.clock.now().getTime() - days * 24 * 3_600_000);
  await db
    .updateTable('account')
    .where('account_id', '=', ctx.viewer.accountId)
    .set({ created_at })
    .execute();
  return ctx;
}

let keys = 0;
/** Stages a file that counts as so many bytes. */
function stage(ctx: TestCtx, bytes: number): Promise<string> {
  keys += 1;
  const key = `staged ${keys}`;
  return staging(ctx, bytes, async (tx) => {
    const blob = await tx.files.putBytes(Buffer.from(key));
    await storeBlobs(tx, [blob]);
    await tx.db
      .insertInto('replay_upload')
      .values({
        site: tx.site.code,
        upload_key: key,
        user_id: tx.viewer.userId,
        sha256: blob.sha256,
        file_name: key,
        file_size: 1,
        facts: JSON.stringify({}),
        created_at: tx.clock.now(),
        replay_id: null,
        stored_bytes: bytes,
      })
      .execute();
    return key;
  });
}
const stagedBy = async (ctx: TestCtx) => (await stagedByViewer(ctx)).bytes;
const isStaged = async (ctx: TestCtx, key: string) =>
  (await forSite(ctx, 'replay_upload').where('upload_key', '=', key).select('upload_key').execute())
    .length === 1;
const outcome = (staged: Promise<unknown>) =>
  staged.then(
    () => 'staged',
    (error) => error.status,
  );
/** Removes everything, so that the next test begins with an empty site. */
const clear = () => db.withoutPlugins().deleteFrom('replay_upload').execute();

test.each([
  ['an established account', 7, Level.standard, stagedLimits.account],
  ['an account in its first week', 6.99, Level.standard, stagedLimits.newAccount],
  ['an account without a confirmed address', 30, Level.basic, stagedLimits.newAccount],
])('%s may stage so many bytes: one below, at, above', async (_, days, level, cap) => {
  const ann = await member(await world(), days, level);
  await stage(ann, cap - 2);
  expect(await outcome(stage(ann, 1))).toBe('staged');
  expect(await outcome(stage(ann, 2))).toBe(429);
  expect(await outcome(stage(ann, 1))).toBe('staged');
  expect(await outcome(stage(ann, 1))).toBe(429);
  expect(await stagedBy(ann)).toBe(cap);
  await clear();
});

test('the refusal says which cap, how much is staged, what to do and when the oldest is removed', async () => {
  const ann = await member(await world(), 30);
  ann.clock.forward({ minutes: (24 - ann.clock.now().getUTCHours()) * 60 - ann.clock.now().getUTCMinutes() });
  await stage(ann, stagedLimits.account);
  ann.clock.forward({ hours: 3 });
  await expect(stage(ann, 2 * mebibyte)).rejects.toMatchObject({
    status: 429,
    message:
      'This file needs 2 MiB, and your files that are not published yet take 1 GiB: at most 1 GiB are stored for one account, on all editions together. Publish some of them, or remove them on the upload page. The oldest is removed within 26 hours.',
    // 4:23 of the day after the first that is a day later
    extra: { retryAfterSeconds: (25 * 60 + 23) * 60 },
  });
  await clear();
});

test('a refused file is not stored', async () => {
  const ann = await member(await world(), 30);
  await stage(ann, stagedLimits.account);
  const before = await Array.fromAsync(ann.files.list());
  const http = await Uploader.of(ann);
  const { problem } = await http.analyse(trackFile());
  expect(problem?.status).toBe(429);
  expect(await Array.fromAsync(ann.files.list())).toEqual(before);
  await clear();
});

test('parallel uploads of one account do not exceed its cap together', async () => {
  const ann = await member(await world(), 30);
  const half = stagedLimits.account / 2;
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcome(stage(ann, half))));
  expect(outcomes.sort()).toEqual([429, 429, 429, 429, 'staged', 'staged']);
  await clear();
});

test('the cap is for an account on all editions', async () => {
  const ann = await member(await world(), 30);
  const elsewhere = ann.sites.find(({ code }) => code !== 'tmnf');
  if (!elsewhere) throw new Error('There is one edition only.');
  await db
    .insertInto('profile')
    .values({
      ...(await forSite(ann, 'profile')
        .where('user_id', '=', ann.viewer.userId)
        .selectAll()
        .executeTakeFirstOrThrow()),
      site: elsewhere.code,
    })
    .execute();
  await stage({ ...ann, site: elsewhere }, stagedLimits.account);
  expect(await outcome(stage(ann, 1))).toBe(429);
  await clear();
});

test('posting, removing and the nightly sweep give the bytes back', async () => {
  const on = await world();
  const ann = await member(on, 30);
  const http = await Uploader.of(ann);
  const file = trackFile();
  const key = await http.key(file);
  expect(await stagedByViewer(ann)).toEqual({ files: 1, bytes: file.length });
  await http.publish(entry(0, { UploadKey: key }));
  expect(await stagedByViewer(ann)).toEqual({ files: 0, bytes: 0 });
  await on.jobs.runAll(on); // draws the track

  const other = trackFile();
  await http.key(other);
  await stage(ann, 10);
  expect(await stagedByViewer(ann)).toEqual({ files: 2, bytes: other.length + 10 });
  const files = await Array.fromAsync(ann.files.list());
  const answer = await http.ask('DELETE', '/stagedfiles', { form: new URLSearchParams() });
  expect(answer.json()).toEqual({ Files: 2, Bytes: other.length + 10 });
  expect(await stagedByViewer(ann)).toEqual({ files: 0, bytes: 0 });
  await on.jobs.runAll(on);
  expect(await Array.fromAsync(ann.files.list())).toHaveLength(files.length - 2);

  await http.key(trackFile());
  await stage(ann, 10);
  ann.clock.forward({ days: 1, seconds: 1 });
  for (const name of ['sweep-uploads', 'sweep-replay-uploads'])
    await app.jobs.find((job) => job.name === name)?.run(on, 'test', {});
  expect(await stagedByViewer(ann)).toEqual({ files: 0, bytes: 0 });
});

test.each([
  [-1, 'staged'],
  [0, 'staged'],
  [1, 503],
])('all accounts together stage at most the cap of the site: %s bytes above, %s', async (above, expected) => {
  const on = await world({ stagedBytes: 500 });
  const [ann, bob] = [await member(on, 30), await member(on, 30)];
  await stage(ann, 400);
  expect(await outcome(stage(bob, 100 + above))).toBe(expected);
  await clear();
});

test('the cap of the site takes from the account that holds most, the oldest first, and nothing younger than a day', async () => {
  const on = await world({ stagedBytes: 1000 });
  const [ann, bob, cat] = [await member(on, 30), await member(on, 30), await member(on, 30)];
  const ofAnn = [await stage(ann, 100)];
  on.clock.forward({ minutes: 1 });
  ofAnn.push(await stage(ann, 100));
  const ofBob = await stage(bob, 250);
  on.clock.forward({ hours: 24 });
  ofAnn.push(await stage(ann, 400)); // holds most, and this one is young
  const young = await stage(bob, 150);
  on.clock.forward({ seconds: -59 });
  // exactly a day after bob's is not older than a day
  expect(await outcome(stage(cat, 50))).toBe('staged');
  expect(await isStaged(ann, ofAnn[0] ?? '')).toBe(false);
  expect(await isStaged(ann, ofAnn[1] ?? '')).toBe(true);
  on.clock.forward({ minutes: 2 });
  expect(await outcome(stage(cat, 150))).toBe('staged'); // ann's second one
  expect(await isStaged(ann, ofAnn[1] ?? '')).toBe(false);
  expect(await isStaged(bob, ofBob)).toBe(true);
  expect(await outcome(stage(cat, 100))).toBe('staged'); // ann's others are young, so bob's old one
  expect(await isStaged(bob, ofBob)).toBe(false);
  expect(await isStaged(ann, ofAnn[2] ?? '')).toBe(true);
  expect(await isStaged(bob, young)).toBe(true);
  await stage(cat, 150);
  await expect(stage(cat, 1)).rejects.toMatchObject({
    status: 503,
    message:
      'The files of all users that are not published yet take 1000 B, the most that is stored, and none is older than a day. Nothing was saved: try again in an hour.',
    extra: { retryAfterSeconds: 3600 },
  });
  await clear();
});
