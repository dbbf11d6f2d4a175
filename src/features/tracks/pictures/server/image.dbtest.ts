import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import type { PictureRef } from '#features/tracks/pictures/pictures.ts';
import { readSolid } from '#lib/drawing/solid/solid-file.ts';
import { solidVersion } from '#lib/drawing/solid/track-solid.ts';
import { refusal } from '#lib/gbx/read/refusal.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { pngOf } from '#testing/pictures.ts';
import { asMember, makeTrack, trackFile, upsideDownJpeg } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { visibleTrack } from '../../server/repo.ts';
import { setPictures } from './attach.ts';
import { picturesOf } from './pictures-of.ts';
import { stagePicture } from './stage.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await Uploader.of(await asMember(world));
const stranger = await Uploader.of(await asMember(world));
const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

const see = (path: string, headers: Record<string, string> = {}, who = stranger, method = 'GET') =>
  who.ask(method, path, { headers: { accept: '*/*', ...headers } });

async function published(file = trackFile()): Promise<number> {
  const { results } = await ann.publish(entry(0, { TrackFile: file }));
  const [track] = results;
  if (!track || !('TrackId' in track)) throw new Error(JSON.stringify(results));
  await world.jobs.runAll(world);
  return track.TrackId;
}

async function illustrate(trackId: number, ...widths: number[]): Promise<void> {
  const refs: PictureRef[] = [];
  for (const width of widths) {
    const blob = await world.files.putBytes(await pngOf(width, 600, width));
    const { Reference } = await stagePicture(ann.ctx, { fileName: `${width}.png`, blob });
    refs.push({ reference: Reference });
  }
  await inTransaction(ann.ctx, (tx) => setPictures(tx, trackId, refs));
}

const hide = (trackId: number, change: { is_public?: boolean; is_listed?: boolean }) =>
  db.updateTable('track').set(change).where('site', '=', 'tmnf').where('track_id', '=', trackId).execute();
const keyOf = async (trackId: number) =>
  (
    await db
      .selectFrom('track')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .select('secret_key')
      .executeTakeFirstOrThrow()
  ).secret_key;

test('pictures are served in the requested width and format', async () => {
  const id = await published();
  await illustrate(id, 1000, 700);
  const path = `/trackshow/${id}/image/1`;
  const avif = await see(`${path}?w=320`, { accept: chrome });
  expect(avif.headers).toMatchObject({
    'content-type': 'image/avif',
    vary: 'accept',
    'cache-control': 'public, max-age=3600',
  });
  expect((await sharp(avif.body).metadata()).width).toBe(320);
  const jpeg = await see(path);
  expect(jpeg.headers['content-type']).toBe('image/jpeg');
  expect((await sharp(jpeg.body).metadata()).width).toBe(1000);
  expect((await sharp((await see(`/trackshow/${id}/image/2`)).body).metadata()).width).toBe(700);
  for (const n of ['3', '01', 'x', '-1', '99999'])
    expect((await see(`/trackshow/${id}/image/${n}`)).status, n).toBe(404);
});

test('cached pictures are not sent again, and HEAD sends headers only', async () => {
  const id = await published();
  await illustrate(id, 1000);
  const path = `/trackshow/${id}/image/1?w=640`;
  const first = await see(path);
  const etag = String(first.headers.etag);
  expect((await see(path, { 'if-none-match': etag })).status).toBe(304);
  expect((await see(path, { 'if-none-match': etag, accept: chrome })).status).toBe(200); // another format, other bytes
  const head = await see(path, {}, stranger, 'HEAD');
  expect(head.headers['content-length']).toBe(String(first.body.length));
});

test('an address with a content version is cached longer', async () => {
  const id = await published();
  await illustrate(id, 1000);
  const { pictures } = await picturesOf(stranger.ctx, id);
  const [picture] = pictures;
  const cache = async (v: string) => (await see(`/trackshow/${id}/image/1?v=${v}`)).headers['cache-control'];
  expect(await cache(picture?.version ?? '')).toBe('public, max-age=86400');
  expect(await cache('0123')).toBe('public, max-age=3600');
});

test('the picture of a track is its cover, otherwise the game’s, its map, or a placeholder', async () => {
  const plain = await published();
  const withThumbnail = await published(trackFile({ thumbnail: await upsideDownJpeg() }));
  const rowsAlone = await makeTrack(ann.ctx);
  const typeOf = async (id: number, accept = chrome) =>
    (await see(`/trackimage/${id}?w=320`, { accept })).headers['content-type'];
  expect(await typeOf(plain)).toBe('image/svg+xml; charset=utf-8');
  expect(await typeOf(plain, '*/*')).toBe('image/png');
  expect(await typeOf(withThumbnail)).toBe('image/jpeg');
  await illustrate(withThumbnail, 500);
  expect(await typeOf(withThumbnail)).toBe('image/avif');
  const standIn = await see(`/trackimage/${rowsAlone}`);
  expect([standIn.status, standIn.headers.location]).toEqual([
    302,
    expect.stringMatching(/^\/images\/standins\/stadium-\d+\.svg$/),
  ]);
});

test('the map is drawn once, as SVG, or PNG for clients without SVG', async () => {
  const id = await published();
  const svg = await see(`/trackdrawing/${id}`);
  expect(svg.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(svg.body.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  const png = await see(`/trackshow/${id}/image/0?w=960`);
  expect(await sharp(png.body).metadata()).toMatchObject({ format: 'png', width: 960, height: 600 });
  for (const path of [
    `/trackshow/${id}/image/0`,
    `/trackshow/${id}/image/1.jpg?w=960`,
    `/trackimage/${id}.jpg`,
  ]) {
    const jpeg = await see(path, { accept: chrome });
    expect(await sharp(jpeg.body).metadata(), path).toMatchObject({
      format: 'jpeg',
      width: 960,
      height: 600,
    });
    expect((await sharp(jpeg.body).stats()).channels[0]?.mean).toBeGreaterThan(20); // not black
  }
  const drawing = ann.ctx.gbx.drawing;
  ann.ctx.gbx.drawing = () => Promise.reject(new Error('drawn again'));
  try {
    const again = await see(`/trackdrawing/${id}`, { 'if-none-match': String(svg.headers.etag) });
    expect(again.status).toBe(304);
  } finally {
    ann.ctx.gbx.drawing = drawing;
  }
  expect((await see('/trackdrawing/2147483647')).status).toBe(404);
});

test('concurrent requests for a map all get it', async () => {
  const id = await published();
  const answers = await Promise.all(Array.from({ length: 8 }, () => see(`/trackdrawing/${id}`)));
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
});

test.each(['/trackimage/ID', '/trackshow/ID/image/0', '/trackshow/ID/image/1', '/trackdrawing/ID'])(
  '%s checks the visibility of the track',
  async (address) => {
    const id = await published();
    await illustrate(id, 600);
    const path = address.replace('ID', String(id));
    await hide(id, { is_listed: false });
    expect((await see(path)).status).toBe(404);
    const unlisted = await see(`${path}?key=${await keyOf(id)}`);
    expect([unlisted.status, unlisted.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    await hide(id, { is_public: false });
    expect((await see(`${path}?key=${await keyOf(id)}`)).status).toBe(404);
    expect((await see(path, {}, ann)).status).toBe(200);
  },
);

test('a track as triangles is cached as long as its address names its file, and only those who see the track get it', async () => {
  const id = await published();
  const path = `/trackdrawing/${id}/solid`;
  const reply = await see(path);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'public, max-age=3600',
  });
  const solid = readSolid(gunzipSync(reply.body));
  expect(solid.environment).toBe('Stadium');
  expect(solid.things.corners.length).toBeGreaterThan(100);
  expect((await see(path, { 'if-none-match': String(reply.headers.etag) })).status).toBe(304);
  const { sha256, drawing_hero_sha256: hero } = await visibleTrack(stranger.ctx, id, null);
  const named = await see(`${path}?v=${solidVersion(sha256, hero)}`);
  expect(named.headers['cache-control']).toBe('public, max-age=86400');
  await hide(id, { is_listed: false });
  expect((await see(path)).status).toBe(404);
  const secret = await see(`${path}?key=${await keyOf(id)}`);
  expect([secret.status, secret.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  const rowsAlone = await makeTrack(ann.ctx);
  expect((await see(`/trackdrawing/${rowsAlone}/solid`)).status).toBe(404);
});

test('a track whose triangles take too long is not tried again for every reader', async () => {
  const id = await published(trackFile({ name: 'Takes too long' }));
  const solid = vi.spyOn(world.gbx, 'solid').mockResolvedValue({ ok: false, refusal: refusal('too-slow') });
  for (let n = 0; n < 3; n++) expect((await see(`/trackdrawing/${id}/solid`)).status).toBe(404);
  expect(solid).toHaveBeenCalledTimes(1);
  solid.mockRestore();
});
