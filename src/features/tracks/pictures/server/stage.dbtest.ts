import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { StagedPicture } from '#features/tracks/pictures/pictures.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { bmpOf, measured, painted, pngClaiming, pngOf } from '#testing/pictures.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await Uploader.of(await asMember(world));

function send(who: Uploader, bytes: Uint8Array, name = 'shot.png', token?: null) {
  const form = new FormData();
  form.append('ScreenshotFile', new File([new Uint8Array(bytes)], name));
  return who.ask('POST', '/trackupload/screenshot', { form, ...(token === null && { token }) });
}

const filesOf = (reference: string) =>
  db
    .selectFrom('picture_file')
    .where('site', '=', 'tmnf')
    .where('reference', '=', reference)
    .selectAll()
    .orderBy('width')
    .orderBy('format')
    .execute();

async function bytesOf(sha256: string): Promise<Buffer> {
  const blob = await world.files.open(sha256);
  if (!blob) throw new Error(`${sha256} is not in the store`);
  return Buffer.concat(await blob.stream().toArray());
}

async function staged(bytes: Uint8Array, name?: string) {
  const answer = await send(ann, bytes, name);
  expect(answer.problem).toBeUndefined();
  const picture = answer.json<StagedPicture>();
  const files = await filesOf(picture.Reference);
  return { picture, files };
}

test('a picture is re-encoded in three formats and several widths', async () => {
  const bytes = await pngOf(2000, 1200);
  const { picture, files } = await staged(bytes, 'C:\\pictures\\my shot.png');
  expect(picture).toEqual({
    Reference: expect.stringMatching(/^[\w-]{24}$/),
    FileName: 'my shot.png',
    FileSize: bytes.length,
    Width: 2000,
    Height: 1200,
  });
  expect(files.map(({ format, width }) => `${format} ${width}`)).toEqual([
    ...['avif 320', 'jpeg 320', 'webp 320', 'avif 640', 'jpeg 640', 'webp 640'],
    ...['avif 1280', 'jpeg 1280', 'webp 1280', 'jpeg 1920'],
  ]);
  for (const { format, width, height, sha256 } of files) {
    const seen = await measured(await bytesOf(sha256));
    expect([seen.width, seen.height]).toEqual([width, height]);
    expect(seen.format).toBe(format === 'avif' ? 'heif' : format);
    expect([seen.exif, seen.icc, seen.xmp]).toEqual([undefined, undefined, undefined]);
  }
});

test('nothing is enlarged', async () => {
  const { files } = await staged(await pngOf(500, 400));
  expect([...new Set(files.map(({ width }) => width))]).toEqual([320, 500]);
});

test.each([
  ['a.jpg', () => painted(800, 600).jpeg().toBuffer()],
  ['a.webp', () => painted(800, 600).webp().toBuffer()],
  ['a.bmp', async () => bmpOf(800, -600)],
  ['a.BMP', async () => bmpOf(800, 600, 32)],
  ['a jpeg.png', () => painted(800, 600).jpeg().toBuffer()], // its bytes determine the kind
])('%s is accepted', async (name, make) => {
  const { picture } = await staged(await make(), name);
  expect([picture.Width, picture.Height]).toEqual([800, 600]);
});

test('a BMP keeps its colours', async () => {
  const { files } = await staged(bmpOf(800, 600), 'a.bmp');
  const jpeg = files.find(({ format }) => format === 'jpeg');
  const { data } = await sharp(await bytesOf(jpeg?.sha256 ?? ''))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(220); // red on the left
  expect(data[2]).toBeLessThan(40);
});

test('its location is removed, and it is rotated upright', async () => {
  const bytes = await painted(900, 600)
    .withExif({
      IFD0: { Artist: 'a secret name' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await measured(bytes)).exif).toBeDefined();
  const { picture, files } = await staged(bytes, 'phone.jpg');
  expect([picture.Width, picture.Height]).toEqual([600, 900]);
  for (const { sha256 } of files) {
    const kept = await bytesOf(sha256);
    expect(kept.includes('a secret name')).toBe(false);
    expect((await measured(kept)).exif).toBeUndefined();
  }
});

test('data after a picture is not stored', async () => {
  const jpeg = await painted(800, 600).jpeg().toBuffer();
  const { files } = await staged(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\x03\x04')]));
  for (const { sha256 } of files) expect((await bytesOf(sha256)).includes('<script>')).toBe(false);
});

const removed = ' The image has been removed.';
const noKind = `Pictures must be png, jpeg, bmp or webp files.${removed}`;
const broken = `The picture is damaged and cannot be read.${removed}`;

test.each<[string, () => Promise<Buffer>, string]>([
  ['too tiny', () => pngOf(399, 290), `Too tiny (at least 400x290).${removed}`],
  ['too low', () => pngOf(400, 289), `Too tiny (at least 400x290).${removed}`],
  ['too wide', () => pngOf(5001, 3000), `Too large (at most 5000x5000).${removed}`],
  ['too slim', () => pngOf(400, 700), `Aspect ratio must be between 0.60 and 2.${removed}`],
  ['too flat', () => pngOf(801, 400), `Aspect ratio must be between 0.60 and 2.${removed}`],
  ['a bomb', () => pngClaiming(60_000, 60_000), `Too large (at most 5000x5000).${removed}`],
  ['a bomb of one row', () => pngClaiming(2_000_000_000, 300), `Too large (at most 5000x5000).${removed}`],
  ['more than it holds', () => pngClaiming(4000, 4000), broken],
  ['cut off', async () => (await pngOf(800, 600)).subarray(0, 300), broken],
  ['a JPEG cut off', async () => (await painted(800, 600).jpeg().toBuffer()).subarray(0, 1500), broken],
  [
    'a drawing',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>'),
    noKind,
  ],
  ['an animation', () => painted(800, 600).gif().toBuffer(), noKind],
  ['a TIFF', () => painted(800, 600).tiff().toBuffer(), noKind],
  ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(9)), noKind],
  ['a short BMP', async () => bmpOf(800, 600).subarray(0, 5000), `This BMP file ends too early.${removed}`],
])('%s is refused by name, and nothing is stored', async (_what, make, reason) => {
  const count = () =>
    db
      .selectFrom('blob')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirst();
  const before = await count();
  const { problem } = await send(ann, await make(), 'shot.png');
  expect(problem).toMatchObject({ status: 422, detail: `shot.png: ${reason}`, file: 'shot.png' });
  expect(await count()).toEqual(before);
});

test('a form without a picture is refused', async () => {
  const form = new FormData();
  form.append('Other', 'x');
  expect((await ann.ask('POST', '/trackupload/screenshot', { form })).problem).toMatchObject({ status: 400 });
});

test('a file that is too large is not read to its end', async () => {
  const huge = Buffer.alloc(33 * 1024 * 1024);
  expect((await send(ann, huge, 'big.bmp')).problem).toMatchObject({
    status: 413,
    detail: 'big.bmp: Too large (at most 32 MB). The image has been removed.',
  });
});

test('visitors must sign in first, and a form without its token is refused', async () => {
  const visitor = await Uploader.of(world);
  expect((await send(visitor, await pngOf(400, 300))).status).toBe(401);
  expect((await send(ann, await pngOf(400, 300), 'a.png', null)).status).toBe(400);
});
