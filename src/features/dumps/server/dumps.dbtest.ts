import { createHash, verify } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { inTransaction } from '#platform/ctx.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { visitor } from '#platform/viewer.ts';
import { Client } from '#testing/client.ts';
import { FakeClock, seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeBoard, makeNews, makeThread } from '#testing/make-community.ts';
import { makeAward, makeComment, makePack, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { leftOut } from './contents.ts';
import { dumpsStored } from './make-dumps.ts';

const { db } = await testDb();
const clock = new FakeClock();
const world = { ...(await testCtx({ db, site: 'tmnf' })), clock };
const ann = await asMember(world);
const userId = ann.viewer.userId;
const job = app.jobs.find(({ name }) => name === 'make-dumps');
const client = new Client(seenFrom(world, { viewer: visitor }), app.routes);

interface Listed {
  Key: string;
  Results: {
    Dump: string;
    Manifest: string;
    Signature: string;
    Files: { Path: string; Size: number; Sha256: string }[];
  }[];
}
const listed = async () => (await client.send('GET', '/api/dumps')).json<Listed>();
async function bytesAt(path: string): Promise<Buffer> {
  const { status, body } = await client.send('GET', path);
  expect([path, status]).toEqual([path, 200]);
  if (!(body instanceof Readable)) throw new Error(`${path} is no file.`);
  return buffer(body);
}

/** Visitors see everything named 'Shown', and nothing named 'Concealed'. */
const track = await makeTrack(ann, { name: 'Shown track' });
const hiddenTrack = await makeTrack(ann, { name: 'Concealed track', isPublic: false });
const unlisted = await makeTrack(ann, { name: 'Concealed unlisted track' });
await db
  .updateTable('track')
  .set({ is_listed: false })
  .where('site', '=', 'tmnf')
  .where('track_id', '=', unlisted)
  .execute();
for (const [trackId, text] of [
  [track, 'Shown'],
  [hiddenTrack, 'Concealed'],
] as const) {
  await makeComment(world, { trackId, userId, text: `${text} comment` });
  await makeAward(world, { trackId, userId, text: `${text} award` });
}
await makeComment(world, { trackId: track, userId, text: 'Concealed comment', deletedAt: clock.now() });
const replay = await makeReplay(world, { trackId: track, userId, timeMs: 41_111 });
const secret = await makeReplay(world, {
  trackId: track,
  userId,
  timeMs: 42_222,
  secretUntil: new Date('2027-01-01'),
});
const onHidden = await makeReplay(world, { trackId: hiddenTrack, userId, timeMs: 43_333 });
const pack = await makePack(world, { ownerId: userId, name: 'Shown pack' });
await makePack(world, { ownerId: userId, name: 'Concealed pack', isPublic: false });
const unreleased = await makePack(world, {
  ownerId: userId,
  name: 'Shown pack without its list',
  mapListReleased: false,
});
for (const packId of [pack, unreleased])
  await makePackTrack(world, { packId, trackId: track, addedBy: userId });
await makePackTrack(world, { packId: pack, trackId: hiddenTrack, addedBy: userId, position: 2 });
await makeNews(world, { userId, title: 'Shown news', message: 'x' });
const draft = await makeNews(world, { userId, title: 'Concealed news', message: 'x' });
await db
  .updateTable('news')
  .set({ published_at: null })
  .where('site', '=', 'tmnf')
  .where('news_id', '=', draft)
  .execute();
for (const [boardId, title, readLevel] of [
  [60, 'Shown', 0],
  [61, 'Concealed', 4],
] as const) {
  await makeBoard(world, { boardId, title, readLevel });
  await makeThread(world, {
    boardId,
    userId,
    title: `${title} thread`,
    posts: [{ userId, text: `${title} post` }],
  });
}
const closed = await asMember(world);
await db
  .updateTable('profile')
  .set({ closed_at: clock.now(), user_comments: 'Concealed user' })
  .where('site', '=', 'tmnf')
  .where('user_id', '=', closed.viewer.userId)
  .execute();

/** Stores the JPEG of a picture of this width. */
async function jpegOf(width: number) {
  const blob = await world.files.putBytes(Buffer.from(`a picture, ${width} wide`));
  await inTransaction(world, (tx) => storeBlobs(tx, [blob]));
  return { width, height: width, sha256: blob.sha256 };
}
const [narrow, wide] = [await jpegOf(64), await jpegOf(256)];
for (const trackId of [track, hiddenTrack, unlisted])
  await db
    .insertInto('track_image')
    .values({
      ...wide,
      site: 'tmnf',
      track_id: trackId,
      position: 1,
      small_sha256: null,
      file_name: 'a.jpg',
      file_size: 1,
      added_at: clock.now(),
    })
    .execute();
for (const member of [ann, closed])
  for (const file of [narrow, wide])
    await db
      .insertInto('profile_picture')
      .values({
        ...file,
        site: 'tmnf',
        user_id: member.viewer.userId,
        kind: 'avatar',
        format: 'jpeg',
        added_at: clock.now(),
      })
      .execute();

test('a dump contains what a visitor may see through the API, and nothing else; its files are what the signed manifest says', async () => {
  await job?.run({ ...world, sites: [world.site] }, 'test', {});
  const { Key, Results } = await listed();
  const [dump] = Results;
  if (!dump) throw new Error('There is no dump.');
  const key = (await client.send('GET', Key)).body;
  const manifest = await bytesAt(dump.Manifest);
  expect(verify(null, manifest, String(key), Buffer.from(dump.Signature, 'base64'))).toBe(true);
  expect(verify(null, Buffer.from(`${manifest} `), String(key), Buffer.from(dump.Signature, 'base64'))).toBe(
    false,
  );

  const said = new Map(
    (JSON.parse(String(manifest)) as { Files: { Name: string; Sha256: string; Rows?: number }[] }).Files.map(
      (file) => [file.Name, file],
    ),
  );
  const rowsOf = new Map<string, string[]>();
  for (const { Path, Size, Sha256 } of dump.Files) {
    const bytes = await bytesAt(Path);
    const name = Path.slice(Path.lastIndexOf('/') + 1);
    expect([name, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
      name,
      Size,
      Sha256,
    ]);
    if (name.startsWith('manifest')) continue;
    expect([name, said.get(name)?.Sha256]).toEqual([name, Sha256]);
    if (!/\.(?:gz|zst)$/.test(name)) continue;
    const rows = String(name.endsWith('gz') ? gunzipSync(bytes) : zstdDecompressSync(bytes))
      .split('\n')
      .slice(0, -1);
    expect([name, said.get(name)?.Rows]).toEqual([name, rows.length]);
    const part = name.slice(0, name.indexOf('.'));
    expect(rowsOf.get(part) ?? rows).toEqual(rows);
    rowsOf.set(part, rows);
  }

  const all = JSON.stringify([...rowsOf]);
  expect(all.match(/Concealed[\w ]*/g)).toBeNull();
  expect(new Set(all.match(/Shown[\w ]*/g))).toEqual(
    new Set(
      [
        '',
        ' track',
        ' comment',
        ' award',
        ' pack',
        ' pack without its list',
        ' news',
        ' thread',
        ' post',
      ].map((what) => `Shown${what}`),
    ),
  );
  for (const [key_, endpoint] of Object.entries(app.routes)) {
    const without = isListEndpoint(endpoint) && leftOut[endpoint.list.name];
    if (!without) continue;
    const path = key_.slice('GET '.length);
    const fields = Object.keys(endpoint.list.fields).filter((name) => !without.includes(name));
    const { Results: seen } = await ask(
      seenFrom(world, { viewer: visitor }),
      listAt(app.routes, path),
      `count=1000&fields=${fields.join()}`,
    );
    const sorted = (rows: readonly string[]) => rows.toSorted();
    expect([path, sorted(rowsOf.get(endpoint.list.name) ?? [])]).toEqual([
      path,
      sorted(seen.map((row) => JSON.stringify(row))),
    ]);
  }
  expect(rowsOf.get('packentries')?.map((row) => JSON.parse(row))).toEqual([
    { PackId: pack, Position: 1, Status: 1, TrackId: track },
  ]);
  const files = rowsOf.get('files')?.map((row): { Path: string; Sha256: string } => JSON.parse(row)) ?? [];
  expect(files.map(({ Path }) => Path)).toEqual([
    `/trackgbx/${track}?version=1`,
    `/recordgbx/${replay}`,
    `/trackshow/${track}/image/1`,
    `/users/avatar/${userId}`,
  ]);
  expect(files.at(-1)?.Sha256, 'the widest').toBe(wide.sha256);
  expect(all).not.toContain(`"ReplayId":${secret},`);
  expect(all).not.toContain(`"ReplayId":${onHidden},`);
});

test('every list is dumped, or it is said that it is not', () => {
  const names = Object.values(app.routes).flatMap((one) => (isListEndpoint(one) ? [one.list] : []));
  expect(Object.keys(leftOut).sort()).toEqual(names.map(({ name }) => name).sort());
  for (const { name, fields } of names)
    for (const field of leftOut[name] ?? []) expect(fields).toHaveProperty(field);
});

test('only the latest dumps are stored; another edition has its own; an unknown file is not found', async () => {
  const [first] = (await listed()).Results;
  for (let nights = 0; nights < dumpsStored; nights++) {
    clock.forward({ days: 1 });
    await job?.run({ ...world, sites: [world.site] }, 'test', {});
  }
  const { Results } = await listed();
  expect(Results).toHaveLength(dumpsStored);
  expect(Results.map(({ Dump }) => Dump)).toEqual(
    Results.map(({ Dump }) => Dump)
      .toSorted()
      .reverse(),
  );
  expect((await client.send('GET', first?.Manifest ?? '')).status).toBe(404);
  const [newest] = Results;
  expect((await client.on('tmo', app.routes).send('GET', newest?.Manifest ?? '')).status).toBe(404);
  expect((await client.send('GET', `/api/dumps/${newest?.Dump}/other.json`)).status).toBe(404);
});
