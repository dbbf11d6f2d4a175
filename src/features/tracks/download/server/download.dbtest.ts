import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile, upsideDownJpeg } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { trackShow } from '../../page/server/show.ts';
import { countDownload } from './download.ts';
import { downloadCounts } from './download-counts.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await Uploader.of(await asMember(world));
const bea = await Uploader.of(await asMember(world));
const anybody = () => Uploader.of(seenFrom(world, { viewer: visitor }));

async function published(file: Buffer, own: Record<string, string> = {}): Promise<number> {
  const { results } = await ann.publish(entry(0, { TrackFile: file, ...own }));
  const [result] = results;
  if (!result || !('TrackId' in result)) throw new Error(JSON.stringify(result));
  return result.TrackId;
}
const downloads = async (id: number) => (await trackShow(ann.ctx, id)).downloads;
/** Downloads are counted asynchronously. */
const settled = () => downloadCounts(world).settled();

test('a file is served whole, in part, or not modified', async () => {
  const file = trackFile();
  const id = await published(file);
  const who = await anybody();
  const whole = await who.ask('GET', `/trackgbx/${id}`);
  expect(whole.body.equals(file)).toBe(true);
  const etag = String(whole.headers.etag);
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const part = await who.ask('GET', `/trackgbx/${id}`, {
    headers: { range: 'bytes=3-10', 'if-range': etag },
  });
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 3-10/${file.length}` } });
  expect(part.body.equals(file.subarray(3, 11))).toBe(true);
  expect(
    await who.ask('GET', `/trackgbx/${id}`, { headers: { range: `bytes=${file.length}-` } }),
  ).toMatchObject({
    status: 416,
    headers: { 'content-range': `bytes */${file.length}` },
  });
  expect(await who.ask('GET', `/trackgbx/${id}`, { headers: { 'if-none-match': etag } })).toMatchObject({
    status: 304,
  });
  const head = await who.ask('HEAD', `/trackgbx/${id}`);
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(file.length), etag } });
});

test('a download counts once per user and day', async () => {
  const id = await published(trackFile());
  const who = await anybody();
  const take = async (person: Uploader, method = 'GET', headers: Record<string, string> = {}) => {
    await person.ask(method, `/trackgbx/${id}?packid=7`, { headers });
    await settled();
  };
  await take(who, 'HEAD');
  await take(who, 'GET', { range: 'bytes=5-' });
  expect(await downloads(id)).toBe(0);
  await take(who);
  await take(who);
  expect(await downloads(id)).toBe(1);
  await take(who, 'GET', { range: 'bytes=0-9' });
  who.address = '192.0.2.8';
  await take(who);
  expect(await downloads(id)).toBe(2);
  await take(bea);
  bea.address = '192.0.2.9';
  await take(bea);
  expect(await downloads(id)).toBe(3);
  world.clock.forward({ days: 1 });
  await take(bea);
  expect(await downloads(id)).toBe(4);
  const people = await db
    .selectFrom('track_download')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', id)
    .select(['person', 'user_id'])
    .execute();
  expect(people.filter(({ user_id }) => user_id !== null)).toHaveLength(2);
  expect(JSON.stringify(people)).not.toContain('192.0.2');
});

test('addresses of one IPv6 network are one visitor', async () => {
  const id = await published(trackFile());
  const ctx = seenFrom(world, { viewer: visitor });
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1']) {
    await countDownload(ctx, { address }, id);
  }
  expect(await downloads(id)).toBe(2);
});

test('concurrent downloads share statements and use one connection', async () => {
  const ids = [await published(trackFile()), await published(trackFile())];
  let statements = 0;
  let atOnce = 0;
  let most = 0;
  // every counting statement passes through this plugin
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      most = Math.max(most, ++atOnce);
      return node;
    },
    transformResult: async ({ result }) => {
      atOnce -= 1;
      return result;
    },
  });
  const ctx = { ...seenFrom(world, { viewer: visitor }), db };
  await Promise.all(
    Array.from({ length: 1100 }, (_, n) =>
      countDownload(ctx, { address: `10.1.${n >> 8}.${(n >> 1) & 255}` }, ids[n % 2] ?? 0),
    ),
  );
  expect(most).toBe(1);
  expect(statements).toBeLessThanOrEqual(4);
  const people = new Set(Array.from({ length: 1100 }, (_, n) => `10.1.${n >> 8}.${(n >> 1) & 255}`));
  expect([await downloads(ids[0] ?? 0), await downloads(ids[1] ?? 0)]).toEqual([people.size, people.size]);
});

test('many concurrent downloads are all counted, and a failing count does not fail the download', async () => {
  const id = await published(trackFile());
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      countDownload(seenFrom(world, { viewer: visitor }), { address: `10.0.0.${n}` }, id),
    ),
  );
  expect(await downloads(id)).toBe(12);
  const who = await anybody();
  const broken = { ...who.ctx, secrets: { ...who.ctx.secrets, address: undefined as unknown as string } }; // a deliberate bug
  expect((await (await Uploader.of(broken)).ask('GET', `/trackgbx/${id}`)).status).toBe(200);
  await settled();
  expect(await downloads(id)).toBe(12);
});

test('hidden tracks, their files and pictures are visible to their authors only', async () => {
  const file = trackFile({ thumbnail: await upsideDownJpeg() });
  const id = await published(file, { Visible: 'false' });
  const mod = await Uploader.of(await asMember(world, 4));
  for (const path of [`/trackgbx/${id}`, `/trackshow/${id}/image/0`, `/trackimage/${id}`]) {
    for (const who of [ann, mod]) expect((await who.ask('GET', path)).status, path).toBe(200);
    for (const who of [bea, await anybody()]) {
      expect((await who.ask('GET', path)).problem, path).toEqual({
        status: 404,
        title: 'Not Found',
        detail: 'This track was not found.',
        type: 'about:blank',
      });
    }
  }
  expect((await trackShow(ann.ctx, id)).visibility).toBe('Hidden');
  await expect(trackShow(bea.ctx, id)).rejects.toThrow('This track was not found.');
});

test.each(['0', '-1', 'x', '1.5', '2147483648', '99999999999999999999', '2147483647'])(
  'track %s is not found',
  async (id) => {
    const who = await anybody();
    expect((await who.ask('GET', `/trackgbx/${id}`)).problem).toMatchObject({ status: 404 });
  },
);

test('the thumbnail is flipped and re-encoded', async () => {
  const original = await upsideDownJpeg();
  const id = await published(trackFile({ thumbnail: original }));
  const picture = await (await anybody()).ask('GET', `/trackshow/${id}/image/0`);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=3600',
  });
  expect(picture.body.includes(Buffer.from(original).subarray(20, 120))).toBe(false);
  const { data, info } = await sharp(picture.body).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([256, 256]);
  const [topRed = 0, , topBlue = 0] = data;
  expect(topRed).toBeGreaterThan(200);
  expect(topBlue).toBeLessThan(50);
  const again = await (await anybody()).ask('GET', `/trackimage/${id}`, {
    headers: { 'if-none-match': String(picture.headers.etag) },
  });
  expect(again.status).toBe(304);
  expect((await (await anybody()).ask('GET', `/trackshow/${id}/image/2`)).problem).toMatchObject({
    status: 404,
  });
});

test('a track without a picture shows its map', async () => {
  const id = await published(trackFile());
  await world.jobs.runAll(world);
  const map = await (await anybody()).ask('GET', `/trackshow/${id}/image/0`);
  expect(map.headers['content-type']).toBe('image/jpeg'); // for clients of the games
  expect((await (await anybody()).ask('GET', `/trackshow/${id}/image/2`)).problem).toMatchObject({
    status: 404,
    detail: 'This picture was not found.',
  });
  expect((await trackShow(world, id)).file.hasThumbnail).toBe(false);
});

test('the page of a track contains all its facts', async () => {
  const file = trackFile({
    name: '$o$f00Big',
    mode: 'Platform',
    authorScore: 1,
    gold: 1,
    silver: 3,
    bronze: 10,
    mood: 'Sunset',
    cost: 1234,
    laps: 2,
    comments: 'from the game',
    mod: { file: 'Skins\\Stadium\\Mod\\Night.zip', url: 'http://a.example/n.zip' },
    deps: [{ file: 'Skins\\Stadium\\Mod\\Night.zip', url: 'http://a.example/n.zip' }],
  });
  const id = await published(file, { TrackName: '$o$f00Big', AuthorComments: '[b]hi[/b]' });
  const shown = await trackShow(seenFrom(world, { viewer: visitor }), id);
  expect(shown).toMatchObject({
    trackId: id,
    name: '$o$f00Big',
    plainName: 'Big',
    uploader: { userId: ann.ctx.viewer.userId, name: ann.ctx.viewer.name },
    authors: [{ userId: ann.ctx.viewer.userId, isUploader: true, isPending: false, role: '' }],
    authorComments: '[b]hi[/b]',
    primaryType: 2,
    environment: 7,
    mood: 2,
    authorTimeMs: 41_280,
    medals: { unit: 'respawns', author: 1, gold: 1, silver: 3, bronze: 10 },
    visibility: null,
    downloadName: `Big_(${id}).Challenge.Gbx`,
    olderFiles: [],
    file: {
      version: 1,
      sizeBytes: file.length,
      game: 'TMF',
      hasThumbnail: false,
      facts: {
        authorLogin: 'builder',
        cost: 1234,
        laps: 2,
        hasPassword: false,
        mod: 'Skins\\Stadium\\Mod\\Night.zip',
        comments: 'from the game',
        dependencies: [{ file: 'Skins\\Stadium\\Mod\\Night.zip', url: 'http://a.example/n.zip' }],
      },
    },
  });
});

test('a body is a stream, so that a file is never held in memory', async () => {
  const id = await published(trackFile());
  const { trackGbxEndpoint } = await import('./download.ts');
  const all = { method: 'GET', headers: {}, address: '', query: new URLSearchParams() };
  const request = all as unknown as Parameters<typeof trackGbxEndpoint.handle>[1]; // everything it reads
  const reply = await trackGbxEndpoint.handle(world, request, { id: String(id) });
  expect(reply.body).toBeInstanceOf(Readable);
});
