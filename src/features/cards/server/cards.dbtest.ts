import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sharpTools } from '#platform/pictures/sharp-tools.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackTrack } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { cardOf } from './address.ts';
import { cardDrawing } from './draw.ts';
import { cardRoutes } from './endpoints.ts';
import { removeOldCards } from './jobs.ts';
import { cardFacts } from './subjects.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const client = new Client(world, cardRoutes);
const origin = 'http://tmnf.localhost';

const embed = (path: string, more = '') =>
  client.send(
    'GET',
    `/oembed?url=${encodeURIComponent(path.startsWith('http') ? path : origin + path)}${more}`,
  );

test('a track has a card of 1200 × 630, drawn once and again when it changes', async () => {
  const id = await makeTrack(ann, { name: '$f00Night $oShift' });
  const path = (await cardOf(world, 'track', id)) ?? '';
  expect(path).toMatch(new RegExp(`^/trackcard/${id}\\.jpg\\?v=[\\w-]{12}$`));
  const answer = await client.send('GET', path);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const bytes = await buffer(answer.body as Readable); // a stream, as the endpoint sends it
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const rows = () =>
    db
      .selectFrom('card')
      .where('site', '=', 'tmnf')
      .where('subject_id', '=', id)
      .selectAll()
      .orderBy('width')
      .execute();
  const drawn = await rows();
  expect(drawn.map(({ width }) => width)).toEqual([300, 600, 1200]);
  await client.send('GET', path);
  expect(await rows()).toEqual(drawn);
  await db
    .updateTable('track')
    .set({ name: 'Other' })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', id)
    .execute();
  expect(await cardOf(world, 'track', id)).not.toBe(path);
  expect((await client.send('GET', path)).headers?.['cache-control']).toBe('public, max-age=300');
  const again = await rows();
  expect(again).toHaveLength(drawn.length);
  for (const [index, { sha256 }] of again.entries()) expect(sha256).not.toBe(drawn[index]?.sha256);
});

test('hidden and unlisted tracks have no card and cannot be embedded, not even for their authors', async () => {
  for (const options of [{ isPublic: false, isListed: false }, { isListed: false }]) {
    const id = await makeTrack(ann, options);
    expect(await cardOf(ann, 'track', id)).toBeUndefined();
    expect((await client.send('GET', `/trackcard/${id}.jpg`)).status).toBe(404);
    expect((await embed(`/trackshow/${id}`)).status).toBe(404);
  }
});

test('users and editions have cards; users of closed accounts do not', async () => {
  const ben = await asMember(world);
  const path = `/usercard/${ben.viewer.userId}.jpg`;
  expect((await client.send('GET', path)).status).toBe(200);
  await db
    .updateTable('profile')
    .set({ closed_at: world.clock.now() })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ben.viewer.userId)
    .execute();
  expect((await client.send('GET', path)).status).toBe(404);
  expect((await client.send('GET', '/card.jpg?w=300')).headers?.['content-length']).toMatch(/^\d{4,5}$/);
  for (const gone of [
    '/trackcard/0.jpg',
    '/trackcard/x.jpg',
    '/packcard/99999999.jpg',
    '/usercard/99999999999.jpg',
  ])
    expect((await client.send('GET', gone)).status, gone).toBe(404);
});

test('a pack shows a mosaic of its tracks, an author the track with most awards; hidden tracks are left out', async () => {
  const author = await asMember(world);
  const { userId } = author.viewer;
  const pictures = new Map<number, string>();
  const drawnTrack = async (awards: number, options = {}) => {
    const id = await makeTrack(author, options);
    const { sha256 } = await author.files.putBytes(Buffer.from(`the picture of ${id}`));
    const created_at = world.clock.now();
    await db.insertInto('blob').values({ sha256, size_bytes: 1, created_at }).execute();
    const ofTrack = { site: 'tmnf', track_id: id };
    for (const [table, change] of [
      ['track', { awards }],
      ['track_version', { drawing_raster_sha256: sha256 }],
    ] as const)
      await db
        .updateTable(table)
        .set(change)
        .where('site', '=', ofTrack.site)
        .where('track_id', '=', id)
        .execute();
    pictures.set(id, sha256);
    return id;
  };
  const tracks = [await drawnTrack(1), await drawnTrack(5), await drawnTrack(2), await drawnTrack(3)];
  const hidden = await drawnTrack(9, { isPublic: false });
  const packId = await makePack(world, { ownerId: userId, name: 'Four and one' });
  for (const [index, trackId] of [hidden, ...tracks].entries())
    await makePackTrack(world, { packId, trackId, addedBy: userId, position: index + 1 });
  await db
    .updateTable('profile')
    .set({ tracks: tracks.length })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', userId)
    .execute();
  const shown = async (kind: 'pack' | 'user', id: number) => (await cardFacts(world, kind, id))?.pictures;
  expect(await shown('pack', packId)).toEqual(tracks.map((id) => pictures.get(id)));
  expect(await shown('user', userId)).toEqual([pictures.get(tracks[1] ?? 0)]);
});

const facts = {
  kind: 'track',
  id: 7,
  name: 'Night Shift',
  fallback: 'Track 7',
  by: 'by ann',
  number: '00:41.28',
  label: 'Author time',
  facts: [],
  pictures: [],
  site: 'Paddock Nations Forever',
} as const;

test('four pictures share the frame of a card, fewer leave it to the first', async () => {
  const tools = sharpTools();
  const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffff00'];
  const photos = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 64, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const drawing = await cardDrawing({ site: world.site, facts, photos });
  const cornersOf = async (some: readonly Uint8Array[]) => {
    const [card] = await tools.card({ ...drawing, photos: some });
    const { left, top, width, height } = drawing.frame;
    const at = async (x: number, y: number) => {
      const [r = 0, g = 0, b = 0] = await sharp(card)
        .extract({ left: x, top: y, width: 1, height: 1 })
        .raw()
        .toBuffer();
      return [r > 128, g > 128, b > 128].map(Number).join('');
    };
    const [right, bottom] = [left + width - 30, top + height - 30];
    return Promise.all([
      at(left + 30, top + 30),
      at(right, top + 30),
      at(left + 30, bottom),
      at(right, bottom),
    ]);
  };
  expect(await cornersOf(photos)).toEqual(['100', '010', '001', '110']);
  expect(await cornersOf(photos.slice(0, 3))).toEqual(['100', '100', '100', '100']);
});

test('names are drawn without the fonts of the server: other names make other pictures', async () => {
  const draw = async (name: string) => {
    const drawing = await cardDrawing({ site: world.site, facts: { ...facts, name }, photos: [] });
    const [bytes] = await sharpTools().card(drawing);
    const box = { left: 56, top: 184, width: 700, height: 90 };
    return sharp(bytes).extract(box).greyscale().raw().toBuffer();
  };
  const lit = (pixels: Buffer) => pixels.filter((value) => value > 150).length;
  const [short, long, foreign, numbered] = await Promise.all(
    ['I', 'WWWWWW', '名前のトラック', 'Track 7'].map(draw),
  );
  if (!short || !long || !foreign || !numbered) throw new Error('not drawn');
  expect(lit(short)).toBeGreaterThan(200);
  expect(lit(long)).toBeGreaterThan(5 * lit(short));
  expect(foreign.equals(numbered)).toBe(true);
});

test('a card that has not been drawn for 30 days is removed', async () => {
  const id = await makeTrack(ann);
  const count = async () =>
    (
      await db
        .selectFrom('card')
        .where('site', '=', 'tmnf')
        .where('subject_id', '=', id)
        .select('kind')
        .execute()
    ).length;
  await client.send('GET', `/trackcard/${id}.jpg`);
  world.clock.forward({ days: 30 });
  await removeOldCards(world);
  expect(await count()).toBe(3);
  world.clock.forward({ seconds: 1 });
  await removeOldCards(world);
  expect(await count()).toBe(0);
});

test('a page is described for sites that embed it', async () => {
  const id = await makeTrack(ann, { name: 'A <b> "c"' });
  const answer = await embed(`/trackshow/${id}?packid=3`);
  const body = answer.json<Record<string, string | number>>();
  expect(body).toMatchObject({
    version: '1.0',
    type: 'rich',
    title: 'A <b> "c"',
    author_name: ann.viewer.name,
    provider_name: 'Paddock Nations Forever',
    provider_url: origin,
    width: 600,
    height: 315,
    thumbnail_width: 600,
    thumbnail_height: 315,
  });
  expect(body.html).toMatch(
    `<a href="${origin}/trackshow/${id}"><img src="${origin}/trackcard/${id}.jpg?w=600`,
  );
  expect(body.html).toContain('alt="A &lt;b&gt; &quot;c&quot;"');
  expect(body.html).not.toMatch(/<script|onerror/);
});

test('a user is described by number and by custom address', async () => {
  const { userId } = ann.viewer;
  await db
    .insertInto('profile_address')
    .values({
      site: 'tmnf',
      address: 'ann-builds',
      look: 'ann-builds',
      user_id: userId,
      taken_at: world.clock.now(),
    })
    .execute();
  const byNumber = (await embed(`/usershow/${userId}`)).json<object>();
  expect(byNumber).toMatchObject({ title: ann.viewer.name });
  for (const path of ['/usershow/ann-builds', '/UserShow/Ann-Builds/'])
    expect((await embed(path)).json()).toEqual(byNumber);
  expect((await embed('/usershow/nobody-builds')).status).toBe(404);
});

test.each([
  ['&maxwidth=600', 600],
  ['&maxwidth=599', 300],
  ['&maxwidth=300', 300],
  ['&maxwidth=299', undefined],
  ['&maxheight=315', 600],
  ['&maxheight=314', 300],
  ['&maxheight=157', undefined],
])('with %s the picture is %s wide', async (limit, width) => {
  const id = await makeTrack(ann);
  const body = (await embed(`/trackshow/${id}`, limit)).json<{ type: string; width?: number }>();
  expect([body.type, body.width]).toEqual([width === undefined ? 'link' : 'rich', width]);
});

test.each([
  ['/trackshow/99999999', '', 404],
  ['/trackshow/0', '', 404],
  ['/tracksearch', '', 404],
  ['http://evil.example/trackshow/1', '', 404],
  ['http://tmnf.localhost.evil.example/trackshow/1', '', 404],
  ['http://tmo.localhost/trackshow/1', '', 404],
  ['ftp://tmnf.localhost/trackshow/1', '', 404],
  ['http://', '', 400],
  ['/trackshow/1', '&format=xml', 501],
  ['/trackshow/1', '&maxwidth=-1', 400],
  ['/trackshow/1', '&maxheight=0', 400],
])('%s%s cannot be embedded: %i', async (path, more, status) => {
  expect((await embed(path, more)).status).toBe(status);
});
