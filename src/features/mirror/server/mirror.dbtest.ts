import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { app } from '#app.ts';
import { listsOf } from '#features/dumps/server/make-dumps.ts';
import { publicKeyOf } from '#features/dumps/server/signature.ts';
import { writeDump } from '#features/dumps/server/write-dump.ts';
import { makeCtx } from '#platform/ctx.ts';
import { PoliteClient, type SourceAnswer } from '#platform/remote/polite-client.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import type { TestCtx } from '#testing/ctx.ts';
import { ask } from '#testing/http.ts';
import {
  contentOf,
  copyFrom,
  expectCopy,
  mirrorOptions,
  mirrorTarget,
  refusals,
} from '#testing/mirror-copy.ts';
import { type MirrorSource, mirrorSource } from '#testing/mirror-source.ts';
import { smallServer } from '#testing/small-server.ts';
import { trackFile } from '#testing/tracks.ts';
import { DumpClient, fetchDump, keyOfSite } from './dump-client.ts';
import { DumpRows } from './dump-rows.ts';
import { type MirrorOptions, mirror } from './mirror.ts';

let source: MirrorSource;
beforeAll(async () => {
  source = await mirrorSource();
});
afterAll(() => source.stop());
beforeEach(() => source.interfere(null));

const run = (ctx: TestCtx, own: Partial<MirrorOptions> = {}) => copyFrom(source, ctx, own);
const expectEqual = (ctx: TestCtx) => expectCopy(source, ctx);

test('a whole site is copied, and equal to its source in every list and file', async () => {
  const ctx = await mirrorTarget();
  const { counts, warnings } = await run(ctx);
  expect(refusals).toEqual([]);
  expect(warnings).toEqual([]);
  expect(counts).toMatchObject({
    user: { copied: 2 },
    track: { copied: 4 },
    replay: { copied: 3 },
    comment: { copied: 2 },
    award: { copied: 1 },
    pack: { copied: 1 },
  });
  await expectEqual(ctx);
});

test('a dump with its files makes the same public site again, after which the copy follows the site', async () => {
  const { world } = source;
  const folder = await mkdtemp(join(tmpdir(), 'dump-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [files, work] = [join(folder, 'files'), join(folder, 'work')];
  await Promise.all([mkdir(files), mkdir(work)]);
  const named: { Sha256: string; Size: number; Path: string }[] = [];
  await writeDump(makeCtx(world, world.site, visitor, 'test'), {
    lists: listsOf(app.routes),
    dumpId: 'one',
    async put(name, content) {
      const bytes = await buffer(content);
      await writeFile(join(folder, name), bytes);
      if (name === 'files.ndjson.zst')
        for (const line of zstdDecompressSync(bytes).toString().trim().split('\n'))
          named.push(JSON.parse(line));
      return { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
    },
  });
  for (const { Sha256, Size, Path } of named) {
    const { bytes } = await ask(source.port, Path, { host: world.site.host });
    const found = { Sha256: createHash('sha256').update(bytes).digest('hex'), Size: bytes.length, Path };
    expect(found).toEqual({ Sha256, Size, Path });
    await writeFile(join(files, Sha256), bytes);
  }
  const paths = named.map(({ Path }) => Path);
  expect(paths).toContain(routes.trackImage(source.tracks[1] ?? 0, 1));
  expect(paths).toContain(routes.trackPackThumb(source.pack));
  expect(paths).toContain(routes.avatar(source.ben.userId));
  const key = publicKeyOf(world.secrets);
  const ctx = await mirrorTarget();
  const { origin, sentFiles } = source;
  const site = () =>
    new PoliteClient({ origin, perSecond: 10_000, signal: new AbortController().signal, userAgent: 'test' });
  sentFiles.length = 0;
  const client = new DumpClient(await DumpRows.read(folder, work, key), { folder: files, site: site() });
  const countOnly = new URLSearchParams({ count: '0', total: '1' });
  const read = ({ bytes }: SourceAnswer): unknown => JSON.parse(bytes.toString());
  // by which the operator sees how much is left
  expect(
    await client.get(`${routes.apiTracks()}?${countOnly}`, { maxBytes: 1000, accept: '', read }),
  ).toMatchObject({ Total: 4 });
  const { counts } = await run(ctx, { client });
  expect(counts).toMatchObject({
    user: { copied: 2 },
    track: { copied: 4 },
    replay: { copied: 3 },
    pack: { copied: 1 },
  });
  await expectEqual(ctx);
  expect(sentFiles).toEqual([]);
  // the copy continues with the changes after the dump
  const { requests, counts: later } = await run(ctx);
  expect(requests).toBeLessThan(5);
  expect(later.track).toMatchObject({ copied: 0, updated: 0, deleted: 0 });

  const refusal = async (name: string, change: (bytes: Buffer) => Buffer, by = key) => {
    const bytes = await readFile(join(folder, name));
    await writeFile(join(folder, name), change(bytes));
    const other = await mkdtemp(join(work, 'again-'));
    const refused = await DumpRows.read(folder, other, by).then(
      () => 'accepted',
      ({ message }) => message,
    );
    await writeFile(join(folder, name), bytes);
    return refused;
  };
  const flipped = (bytes: Buffer) =>
    Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]);
  expect(await refusal('replays.ndjson.zst', (bytes) => bytes)).toBe('accepted');
  expect(await refusal('replays.ndjson.zst', flipped)).toMatch(/is not the file that the manifest names/);
  expect(await refusal('manifest.json', (bytes) => Buffer.from(`${bytes} `))).toMatch(/not signed/);
  const { publicKey } = generateKeyPairSync('ed25519');
  const foreign = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(await refusal('manifest.json', (bytes) => bytes, foreign)).toMatch(/not signed/);
});

test('a site’s latest dump is fetched from it, with its key', async () => {
  const { world, origin } = source;
  await app.jobs
    .find(({ name }) => name === 'make-dumps')
    ?.run({ ...world, sites: [world.site] }, 'test', {});
  const work = await mkdtemp(join(tmpdir(), 'dump-'));
  onTestFinished(() => rm(work, { recursive: true }));
  const site = new PoliteClient({
    origin,
    perSecond: 10_000,
    signal: new AbortController().signal,
    userAgent: 'test',
  });
  await fetchDump(site, work);
  const ctx = await mirrorTarget();
  const client = new DumpClient(await DumpRows.read(work, work, await keyOfSite(site)), {
    folder: null,
    site,
  });
  await run(ctx, { client });
  await expectEqual(ctx);
});

test('a run says how far it is before it has copied its first page', async () => {
  const copied: number[] = [];
  await run(await mirrorTarget(), { progress: ({ counts }) => copied.push(counts.track.copied) });
  expect(copied[0]).toBe(0);
  expect(copied.at(-1)).toBeGreaterThan(0);
});

test('a run that is stopped at any moment is continued, and no file is requested twice', async () => {
  const ctx = await mirrorTarget();
  source.sentFiles.length = 0;
  let stops = 0;
  const begunAt: number[] = [];
  const progress: MirrorOptions['progress'] = ({ stage, from }) => {
    if (stage === 'tracks') begunAt.push(from);
  };
  for (const after of [1, 4, 8, 10, 12, 13, 14]) {
    const stop = new AbortController();
    const begun = source.requests();
    source.interfere(() => {
      if (source.requests() - begun >= after) stop.abort(new Error('stopped'));
      return false;
    });
    await run(ctx, { signal: stop.signal, progress }).then(
      () => {},
      () => {
        stops += 1;
      },
    );
  }
  expect(stops).toBeGreaterThanOrEqual(5);
  source.interfere(null);
  await run(ctx, { progress });
  // the run that read the list to its end began with some of the tracks, and the operator saw so
  expect(Math.max(...begunAt)).toBeGreaterThan(0);
  await expectEqual(ctx);
  expect(source.sentFiles.toSorted()).toEqual([...new Set(source.sentFiles)].sort());
});

test('a connection that is cut, stalls, or answers with errors and pages is tried again', async () => {
  const ctx = await mirrorTarget();
  let n = 0;
  const misbehaviours: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(200, { 'content-length': 1000 }).end('{"More":fal').destroy(),
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"More"'),
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please wait</h1>'),
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(''),
    (response) => response.writeHead(429, { 'retry-after': '0' }).end('slower'),
    (response) => response.writeHead(503).end('busy'),
    (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"More":false,"Results":"none"}'),
    (response) => response.destroy(),
  ];
  source.interfere((path, response) => {
    n += 1;
    if (n % 3 !== 0 || path.startsWith('/api/openapi')) return false;
    misbehaviours[(n / 3) % misbehaviours.length]?.(response);
    return true;
  });
  await run(ctx, { patience: { tries: 6, idleMs: 1000, firstPauseMs: 1 } });
  source.interfere(null);
  await expectEqual(ctx);
});

test('a file that arrived spoilt is requested again by the next run, and nothing else is', async () => {
  const ctx = await mirrorTarget();
  const [one, two] = source.tracks.map((id) => routes.trackGbx(id));
  const replay = /^\/recordgbx\//;
  source.interfere((path, response) => {
    if (path !== two && !replay.test(path)) return false;
    response.writeHead(200, { 'content-type': 'application/gbx' }).end('GBX spoilt');
    return true;
  });
  const { counts } = await run(ctx);
  expect(counts.track.refused).toBe(1);
  expect(counts.replay).toMatchObject({ copied: 0, refused: 2 });
  source.interfere(null);
  source.sentFiles.length = 0;
  ctx.clock.forward({ days: 1 });
  await run(ctx);
  expect(source.sentFiles).toContain(two);
  expect(source.sentFiles).not.toContain(one);
  await expectEqual(ctx);
  // and then there is nothing left
  source.sentFiles.length = 0;
  ctx.clock.forward({ days: 1 });
  expect((await run(ctx)).requests).toBeLessThan(5);
  expect(source.sentFiles).toEqual([]);
});

test('the next run follows new rows, changes and deletions, and reads nothing else', async () => {
  const ctx = await mirrorTarget();
  await run(ctx);
  ctx.clock.forward({ days: 1 });
  source.sentFiles.length = 0;
  const idle = await run(ctx);
  expect(source.sentFiles).toEqual([]);
  for (const { copied, updated } of Object.values(idle.counts))
    expect({ copied, updated }).toEqual({ copied: 0, updated: 0 });
  expect(idle.requests).toBeLessThan(5);

  const [one = 0, two = 0, , four = 0] = source.tracks;
  const five = await source.upload('Five');
  await source.drive(1, 49_000);
  const comment = await source.say(source.ben, one, 'comment', 'Still a good one');
  await source.ann.post(`/trackedit/${two}`, {
    TrackName: 'Two again',
    Difficulty: '3',
    Tags: '7',
    Routes: '0',
  });
  await source.ann.post(`/trackdelete/${four}`);
  ctx.clock.forward({ days: 1 });
  const { counts } = await run(ctx);
  expect(counts).toMatchObject({
    track: { copied: 1, deleted: 1 },
    replay: { copied: 1 },
    comment: { copied: 1 },
  });
  source.tracks.splice(source.tracks.indexOf(four), 1);
  await expectEqual(ctx);

  await source.ben.post(`/commentdelete/${comment}`);
  const other = await source.say(source.ben, two, 'comment', 'First words');
  await source.ann.replaces(five, trackFile());
  ctx.clock.forward({ days: 1 });
  await run(ctx);
  await expectEqual(ctx);

  // an edited comment changes nothing in the row of its track: only the log of changes names it
  const edited = await source.ben.post(`/commentupdate/${two}/comment/${other}`, {
    Comment: 'Still the best',
  });
  expect(edited.problem).toBe(undefined);
  ctx.clock.forward({ days: 1 });
  expect((await run(ctx)).counts.comment).toMatchObject({ updated: 1, deleted: 0 });
  await expectEqual(ctx);
});

test('all versions of a track are copied, under their numbers, at first and later', async () => {
  const { ann, upload, world } = source;
  const trackId = await upload('Six');
  for (let version = 2; version <= 3; version++) {
    world.clock.forward({ hours: 1 });
    await ann.replaces(trackId, trackFile());
  }
  const ctx = await mirrorTarget();
  const port = await smallServer({ services: ctx, site: ctx.site, routes: app.routes, trustProxy: false });
  const { host } = ctx.site;
  const equal = async (versions: number) => {
    const path = `/api/tracks?id=${trackId}&fields=Versions`;
    const [here, there] = await Promise.all(
      [port, source.port].map(async (one) => {
        const { Versions } = JSON.parse((await ask(one, path, { host })).text).Results[0];
        return Versions.map(({ Version, UId, FileHash, UploadedAt }: Record<string, unknown>) => ({
          Version,
          UId,
          FileHash,
          UploadedAt,
        }));
      }),
    );
    expect(there).toHaveLength(versions);
    expect(here).toEqual(there);
    for (let version = 1; version <= versions; version++) {
      const [copy, original] = await Promise.all(
        [port, source.port].map((one) => ask(one, `/trackgbx/${trackId}?version=${version}`, { host })),
      );
      expect([version, copy?.status, copy?.bytes.equals(original?.bytes ?? Buffer.alloc(0))]).toEqual([
        version,
        200,
        true,
      ]);
    }
  };
  await run(ctx);
  await equal(3);
  for (let version = 4; version <= 5; version++) {
    world.clock.forward({ hours: 1 });
    await ann.replaces(trackId, trackFile());
  }
  ctx.clock.forward({ days: 1 });
  await run(ctx);
  await equal(5);
  await expectEqual(ctx);
});

test('two sites that copy each other stay as they are', async () => {
  const ctx = await mirrorTarget();
  await run(ctx);
  const port = await smallServer({ services: ctx, site: ctx.site, routes: app.routes, trustProxy: false });
  const { world, origin } = source;
  const site = { ...world.site, aliases: [...world.site.aliases, new URL(origin).hostname] };
  const fields = 'TrackId,OriginSite,OriginId';
  const { text } = await ask(port, `/api/tracks?id=${source.tracks[0]}&fields=${fields}`, {
    host: ctx.site.host,
  });
  expect(JSON.parse(text)).toMatchObject({ Results: [{ OriginSite: origin, OriginId: source.tracks[0] }] });
  const before = await contentOf(source, source.port, site.host);
  const back = await mirror(
    world,
    site,
    mirrorOptions(source, { origin: `http://${ctx.site.host}:${port}` }),
  );
  for (const { copied, updated, deleted } of Object.values(back.counts))
    expect({ copied, updated, deleted }).toEqual({ copied: 0, updated: 0, deleted: 0 });
  expect(await contentOf(source, source.port, site.host)).toEqual(before);
  ctx.clock.forward({ days: 1 });
  const again = await run(ctx);
  expect(Object.values(again.counts).map(({ copied }) => copied)).toEqual([0, 0, 0, 0, 0, 0]);
});
