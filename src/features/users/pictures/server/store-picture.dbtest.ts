import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { sweep } from '#platform/uploads/sweep.ts';
import { packWorld } from '#testing/packs.ts';
import { bmpOf, measured, painted, pngOf } from '#testing/pictures.ts';
import type { Person } from '#testing/track-people.ts';
import { Uploader } from '#testing/uploader.ts';

const { world, db, anybody, people } = await packWorld();
let ann: Person;
let mo: Person;
beforeEach(async () => {
  ({ ann, mo } = await people());
});

/** A multipart form with a picture. */
const send = async (
  person: Person,
  picture: Buffer | null,
  fields: Record<string, string> = {},
  kind = 'avatar',
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (picture) form.append('Picture', new File([new Uint8Array(picture)], 'me.png'));
  return (await Uploader.of(person.ctx)).ask('POST', `/useredit/${kind}`, { form });
};
const shown = (person: Person, kind = 'avatar', query = '') =>
  anybody.ask('GET', `/users/${kind}/${person.userId}${query}`);

test('a picture is cut, re-encoded in three sizes, replaced, removed, and then swept', async () => {
  expect((await shown(ann)).headers['content-type']).toMatch(/svg/);
  // the left half is of one colour, the right half of another
  const cut = { CropX: '0', CropY: '0', CropWidth: '0.5' };
  expect((await send(ann, await pngOf(600, 300, 2), cut)).status).toBe(200);
  const large = await shown(ann);
  expect(large.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=300',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(await measured(large.body)).toMatchObject({ width: 256, height: 256, format: 'jpeg' });
  expect(await measured((await shown(ann, 'avatarmini')).body)).toMatchObject({ width: 64, height: 64 });
  expect(await measured((await shown(ann, 'avatar', '?w=100')).body)).toMatchObject({ width: 128 });
  const { sha256 } = await db
    .selectFrom('profile')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.userId)
    .select('avatar_sha256 as sha256')
    .executeTakeFirstOrThrow();
  const named = await shown(ann, 'avatar', `?v=${sha256?.slice(0, 12)}`);
  expect(named.headers['cache-control']).toBe('public, max-age=86400');

  expect((await send(ann, await pngOf(100, 64, 9))).status).toBe(200);
  expect(await measured((await shown(ann)).body)).toMatchObject({ width: 64, height: 64 });
  expect((await send(ann, null, { Remove: 'true' })).status).toBe(200);
  expect((await shown(ann)).headers['content-type']).toMatch(/svg/);
  world.clock.forward({ days: 2 });
  expect((await sweep({ ...world, requestId: 'test' })).blobs).toBe(12);
});

test('the selected part is what is shown', async () => {
  const picture = await pngOf(640, 320, 3);
  const colour = async (x: string) => {
    await send(ann, picture, { CropX: x, CropY: '0', CropWidth: '0.5' });
    const { dominant } = await sharp((await shown(ann)).body).stats();
    return dominant.r;
  };
  const [left, right] = [await colour('0'), await colour('0.5')];
  expect(Math.abs(left - right)).toBeGreaterThan(60);
});

test.each([
  ['one pixel too small', () => pngOf(63, 64), /^me.png: Too tiny \(at least 64x64\)/],
  ['just large enough', () => pngOf(64, 64), null],
  ['one pixel too wide', () => pngOf(5001, 64), /Too large \(at most 5000x5000\)/],
  ['a BMP', async () => bmpOf(80, 80), null],
  ['WebP', () => painted(80, 80).webp().toBuffer(), null],
  ['JPEG on its side', () => painted(70, 64).jpeg().withMetadata({ orientation: 6 }).toBuffer(), null],
  ['GIF', () => painted(80, 80).gif().toBuffer(), /must be png, jpeg, bmp or webp/],
  ['text', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /must be png/],
  ['cut off', async () => (await pngOf(200, 200)).subarray(0, 300), /damaged/],
])('a picture: %s', async (_, picture, problem) => {
  const answer = await send(ann, await picture());
  if (problem === null) expect(answer.status).toBe(200);
  else expect([answer.status, answer.problem?.detail]).toEqual([422, expect.stringMatching(problem)]);
});

test('a form without a picture is refused; a visitor is asked to sign in', async () => {
  expect((await send(ann, null)).status).toBe(400);
  expect((await anybody.ask('POST', '/useredit/avatar', { form: new FormData() })).status).toBe(401);
});

test('banners are for supporters and the crew, and moderators remove them', async () => {
  expect((await send(ann, await pngOf(800, 200), {}, 'banner')).status).toBe(403);
  expect((await send(mo, await pngOf(800, 300), {}, 'banner')).status).toBe(200);
  expect(await measured((await shown(mo, 'banner')).body)).toMatchObject({ width: 800, height: 200 });
  const path = `/userclean/${mo.userId}`;
  expect((await mo.post(path, { Part: 'banner', Reason: 'a test' })).status).toBe(200);
  expect((await shown(mo, 'banner')).status).toBe(404);
});
