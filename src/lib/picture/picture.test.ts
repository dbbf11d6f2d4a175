import { expect, test } from 'vitest';
import { bmpOf, bmpPixel, painted, pngClaiming } from '#testing/pictures.ts';
import { readBmp } from './bmp.ts';
import { readPictureHeader } from './header.ts';

const plenty = 1_000_000;

test.each([
  ['png', () => painted(401, 300).png()],
  ['jpeg', () => painted(401, 300).jpeg()],
  [
    'jpeg',
    () =>
      painted(401, 300)
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Artist: 'x'.repeat(2000) } }),
  ],
  ['webp', () => painted(401, 300).webp()],
  ['webp', () => painted(401, 300).webp({ lossless: true })],
  [
    'webp',
    () =>
      painted(401, 300)
        .webp()
        .withExif({ IFD0: { Artist: 'x' } }),
  ],
] as const)('the header of a %s tells its size', async (kind, make) => {
  expect(readPictureHeader(await make().toBuffer())).toEqual({ kind, width: 401, height: 300 });
});

test('the header of a BMP contains its size, whatever the row order', () => {
  expect(readPictureHeader(bmpOf(5, 3))).toEqual({ kind: 'bmp', width: 5, height: 3 });
  expect(readPictureHeader(bmpOf(5, -3, 32))).toEqual({ kind: 'bmp', width: 5, height: 3 });
});

test('a header is read without decoding', async () => {
  expect(readPictureHeader(await pngClaiming(60_000, 60_000))).toEqual({
    kind: 'png',
    width: 60_000,
    height: 60_000,
  });
});

test.each([
  ['nothing', ''],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>'],
  ['an animation', 'GIF89a\x01\x02\x01\x02______________________________'],
  ['a page', '<!doctype html><script>alert(1)</script>_________________'],
  ['a PNG without a head', '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dXXXX____________________________'],
  ['a JPEG without a frame', '\xff\xd8\xff\xd9________________'],
  ['a JPEG of paddings', `\xff\xd8${'\xff'.repeat(64)}`],
  ['a RIFF of sound', 'RIFF____WAVEfmt ____________________________'],
  ['a BMP of 1987', `BM${'\0'.repeat(12)}\x0c\0\0\0${'\x01'.repeat(20)}`],
])('%s is not a picture', (_what, text) => {
  expect(readPictureHeader(Buffer.from(text, 'latin1'))).toBeNull();
});

test('a picture without width is refused', async () => {
  expect(readPictureHeader(await pngClaiming(0, 300))).toBeNull();
});

test.each([
  [5, 3, 24],
  [5, -3, 24], // rows padded to four bytes, from the top
  [4, 3, 32],
  [4, -2, 32],
] as const)('a BMP of %i x %i with %i bits is read', (width, height, bits) => {
  const read = readBmp(bmpOf(width, height, bits), plenty);
  if (!read.ok) throw new Error(read.reason);
  const { rgb } = read.pixels;
  expect([read.pixels.width, read.pixels.height]).toEqual([width, Math.abs(height)]);
  for (let y = 0; y < Math.abs(height); y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      expect([...rgb.subarray(at, at + 3)]).toEqual(bmpPixel(x, y, width));
    }
});

const changedBmp = (change: (file: Buffer) => unknown) => {
  const file = bmpOf(4, 4);
  change(file);
  return file;
};

test.each([
  ['no BMP', Buffer.from('GIF89a'), 'This is not a BMP file.'],
  ['8 bits', changedBmp((file) => file.writeUInt16LE(8, 28)), 'Only BMP files of 24 or 32 bits'],
  ['packed', changedBmp((file) => file.writeUInt32LE(1, 30)), 'Only BMP files of 24 or 32 bits'],
  ['a PNG inside', changedBmp((file) => file.writeUInt32LE(5, 30)), 'Only BMP files of 24 or 32 bits'],
  ['half of it', bmpOf(40, 40).subarray(0, 2000), 'This BMP file ends too early.'],
  [
    'pixels within its head',
    changedBmp((file) => file.writeUInt32LE(2, 10)),
    'This BMP file ends too early.',
  ],
  [
    'pixels far behind',
    changedBmp((file) => file.writeUInt32LE(2 ** 31, 10)),
    'This BMP file ends too early.',
  ],
  [
    'a huge claim',
    changedBmp((file) => file.writeInt32LE(2 ** 30, 18)),
    'This BMP file has too many pixels.',
  ],
  [
    'the lowest number',
    changedBmp((file) => file.writeInt32LE(-(2 ** 31), 22)),
    'This BMP file has too many pixels.',
  ],
  ['a width below 0', changedBmp((file) => file.writeInt32LE(-4, 18)), 'This is not a BMP file.'],
])('a BMP with %s is refused with a sentence', (_what, file, reason) => {
  const read = readBmp(file, plenty);
  expect(read.ok ? 'read' : read.reason).toContain(reason);
});
