import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeComment, makeReplay } from '#testing/make-lists.ts';
import { settings } from '#testing/oauth.ts';
import { asMember, makeMember, makeTrack, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { exportDays } from '../../leaving.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const folder = mkdtempSync(join(tmpdir(), 'paddock-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function browserOf(person: TestCtx): Promise<Client> {
  const client = new Client(person, app.routes);
  const { sessionId } = await signIn(person, { cookies: {}, secure: false }, person.viewer.accountId ?? 0);
  client.cookies.set(cookieName('session', person.site, false), sessionId);
  return client;
}
const request = (client: Client) => client.post('/account/export', {});
const download = (client: Client) => client.send('GET', '/account/export.zip');

/** Name → text of the files in a downloaded zip. */
async function unzipped(client: Client): Promise<Record<string, string>> {
  const answer = await download(client);
  expect(answer.status).toBe(200);
  expect(answer.headers?.['cache-control']).toContain('no-store');
  const path = join(folder, 'export.zip');
  writeFileSync(path, Buffer.concat(await (answer.body as Readable).toArray())); // a file reply streams
  const script = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps({i.filename: z.read(i).decode('latin-1') for i in z.infolist()}))`;
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
}

test('an export contains what the user wrote and sent on all editions, and nothing private of others', async () => {
  const ann = await asMember(ctx);
  const ben = await asMember(ctx);
  const upload = await Uploader.of(ann);
  const file = trackFile();
  await upload.publish({
    ...entry(0, { UploadKey: await upload.key(file), TrackName: 'Own Track' }),
    Visible: 'true',
  });
  const secretTrack = await makeTrack(ben, { name: 'Secret of Ben', isPublic: false });
  const { userId } = ann.viewer;
  await makeComment(ctx, { trackId: secretTrack, userId, text: 'Written by Ann' });
  await makeComment(ctx, { trackId: secretTrack, userId: ben.viewer.userId, text: 'Written by Ben' });
  await makeReplay(ctx, { trackId: secretTrack, userId, timeMs: 50_000, at: ctx.clock.now() });

  const client = await browserOf(ann);
  await client.post('/account/applications', settings);
  await (await browserOf(ben)).post('/account/applications', { ...settings, Name: 'Application of Ben' });
  expect((await download(client)).status, 'none yet').toBe(404);
  expect((await request(client)).status).toBe(200);
  expect((await request(client)).status, 'one at a time').toBe(409);
  expect((await download(client)).status, 'being made').toBe(404);
  await ctx.jobs.runAll(ctx);
  const files = await unzipped(client);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      'README.txt',
      'account.json',
      'tmnf/comments.json',
      'tmnf/tracks.json',
      'tmnf/replays.json',
    ]),
  );
  const track = Object.keys(files).find((name) => name.endsWith('.Challenge.Gbx')) ?? '';
  expect(Buffer.from(files[track] ?? '', 'latin1').equals(file)).toBe(true);
  const whole = JSON.stringify(files);
  for (const own of ['Written by Ann', settings.Name, 'http://127.0.0.1/back']) expect(whole).toContain(own);
  for (const foreign of ['Written by Ben', 'Application of Ben', 'Secret of Ben', 'password_hash'])
    expect(whole).not.toContain(foreign);

  expect((await download(await browserOf(ben))).status, 'of nobody else').toBe(404);
  expect((await download(new Client(ctx, app.routes))).status).toBe(401);
  ctx.clock.forward({ minutes: 11 });
  expect((await download(client)).status, 'needs a recent proof').toBe(403);
  expect((await request(client)).status).toBe(403);
});

test('an export is stored for seven days, three can be requested in a day, and a run that failed is repeated', async () => {
  const person = seenFrom(ctx, { viewer: await makeMember(ctx) });
  expect((await request(await browserOf(person))).status).toBe(200);
  ctx.jobs.waiting.length = 0; // the process ended
  ctx.clock.forward({ hours: 1 });
  expect((await request(await browserOf(person))).status, 'after an hour it has failed').toBe(200);
  const { payload } = ctx.jobs.waiting[0] ?? { payload: {} };
  await ctx.jobs.add('make-export', payload);
  await ctx.jobs.runAll(ctx);
  expect(Object.keys(await unzipped(await browserOf(person)))).toContain('README.txt');
  expect((await request(await browserOf(person))).status).toBe(200);
  expect((await request(await browserOf(person))).status, 'being made').toBe(409);
  await ctx.jobs.runAll(ctx);
  expect((await request(await browserOf(person))).status, 'the fourth').toBe(429);
  ctx.clock.forward({ days: exportDays, seconds: -1 });
  expect((await download(await browserOf(person))).status).toBe(200);
  ctx.clock.forward({ seconds: 1 });
  expect((await download(await browserOf(person))).status).toBe(410);
  await ctx.jobs.add('sweep-ended', {});
  await ctx.jobs.runAll(ctx);
  expect(
    await db
      .selectFrom('account_export')
      .where('account_id', '=', person.viewer.accountId ?? 0)
      .selectAll()
      .execute(),
  ).toEqual([]);
});
