import { randomBytes } from 'node:crypto';
import sharp, { type Metadata, type Sharp } from 'sharp';

/** A picture of coloured areas, different for each seed. */
export function painted(width: number, height: number, seed = 1): Sharp {
  const red = {
    create: { width, height, channels: 3, background: { r: (seed * 53) % 256, g: 40, b: 60 } },
  } as const;
  const left = Math.max(1, width >> 1);
  const field = {
    create: { width: left, height, channels: 3, background: { r: 30, g: (seed * 91) % 256, b: 200 } },
  } as const;
  return sharp(red).composite([{ input: field, left: 0, top: 0 }]);
}

export const pngOf = (width: number, height: number, seed?: number): Promise<Buffer> =>
  painted(width, height, seed).png().toBuffer();

export const measured = (bytes: Uint8Array): Promise<Metadata> => sharp(bytes).metadata();

/** A BMP file: rows from the bottom as usual, red and blue left to right; `height` below 0 means rows from the top. */
export function bmpOf(width: number, height: number, bits: 24 | 32 = 24): Buffer {
  const rows = Math.abs(height);
  const stride = Math.ceil((width * bits) / 32) * 4;
  const file = Buffer.alloc(54 + stride * rows);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  for (let row = 0; row < rows; row++) {
    const fromTop = height < 0 ? row : rows - 1 - row;
    for (let x = 0; x < width; x++) {
      const [r, g, b] = bmpPixel(x, fromTop, width);
      file.set([b, g, r], 54 + row * stride + x * (bits / 8));
    }
  }
  return file;
}

/** The colour that bmpOf paints at a position counted from the top left. */
export const bmpPixel = (x: number, y: number, width: number): [number, number, number] =>
  x < width / 2 ? [250, y % 250, 5] : [5, y % 250, 250];

/** The first bytes of a PNG that claims these dimensions; almost nothing follows. */
export async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const bytes = await pngOf(400, 300);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A PNG of noise, which takes as long to draw as a picture can. */
export function noisyPng(width: number, height: number): Promise<Buffer> {
  const noise = randomBytes(width * height * 3);
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
