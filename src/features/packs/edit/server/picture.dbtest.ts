import { beforeEach, expect, test } from 'vitest';
import { sweep } from '#platform/uploads/sweep.ts';
import { createsPack, packIdIn, packWorld } from '#testing/packs.ts';
import { pngOf } from '#testing/pictures.ts';
import type { Person } from '#testing/track-people.ts';
import { Uploader } from '#testing/uploader.ts';

const { world, anybody, people, packsOf, fieldsOf } = await packWorld();
let ann: Person;
beforeEach(async () => {
  ({ ann } = await people());
});

/** A multipart form with a picture. */
const withPicture = async (person: Person, path: string, fields: Record<string, string>, picture: Buffer) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('Picture', new File([new Uint8Array(picture)], 'cover.png'));
  return (await Uploader.of(person.ctx)).ask('POST', path, { form });
};

const thumb = (packId: number, query = '') => anybody.ask('GET', `/trackpackshow/${packId}/thumb/${query}`);

test('is re-encoded, served in the requested size, replaced, removed, and then swept', async () => {
  const packId = await createsPack(ann);
  expect((await thumb(packId)).headers.location).toMatch(/^\/images\/standins\//);
  const path = `/trackpackedit/${packId}`;
  expect((await withPicture(ann, path, {}, await pngOf(1000, 700))).status).toBe(200);
  expect(await fieldsOf(anybody, packId, 'Image')).toEqual({ Image: `/trackpackshow/${packId}/thumb/` });
  const full = await thumb(packId);
  expect(full.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=300',
  });
  const small = await thumb(packId, '?w=320');
  expect(small.body.length).toBeLessThan(full.body.length);
  await withPicture(ann, path, {}, await pngOf(800, 600, 7));
  expect((await thumb(packId)).headers.etag).not.toBe(full.headers.etag);
  expect((await ann.post(path, { RemovePicture: 'true' })).status).toBe(200);
  expect(await fieldsOf(anybody, packId, 'Image')).toEqual({ Image: null });
  world.clock.forward({ days: 2 });
  expect((await sweep({ ...world, requestId: 'test' })).blobs).toBeGreaterThan(10);
});

test('of a hidden pack is served to its managers only', async () => {
  const packId = packIdIn(
    await withPicture(
      ann,
      '/trackpackcreate',
      { PackName: 'Cup', Visibility: 'hidden' },
      await pngOf(400, 290),
    ),
  );
  expect((await thumb(packId)).status).toBe(404);
  const own = await ann.get(`/trackpackshow/${packId}/thumb/`);
  expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  world.clock.forward({ days: 2 });
  await sweep({ ...world, requestId: 'test' });
  expect((await ann.get(`/trackpackshow/${packId}/thumb/`)).status).toBe(200);
});

test.each([
  ['too small', () => pngOf(399, 290), 'cover.png: Too tiny (at least 400x290). The image has been removed.'],
  [
    'no picture',
    async () => Buffer.from('GIF89a'),
    'cover.png: Pictures must be png, jpeg, bmp or webp files. The image has been removed.',
  ],
  [
    'empty',
    async () => Buffer.alloc(0),
    'cover.png: Pictures must be png, jpeg, bmp or webp files. The image has been removed.',
  ],
])('that is %s is refused, and nothing is created', async (_, picture, detail) => {
  const answer = await withPicture(ann, '/trackpackcreate', { PackName: 'Cup' }, await picture());
  expect([answer.status, answer.problem?.detail, answer.problem?.field]).toEqual([422, detail, 'Picture']);
  expect(await packsOf(ann)).toBe(0);
});
