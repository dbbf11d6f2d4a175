import sharp from 'sharp';
import type { PictureFailure } from '#lib/bbcode/pictures.ts';
import { readBmp } from '#lib/picture/bmp.ts';
import { readGifHeader } from '#lib/picture/gif.ts';
import { readPictureHeader } from '#lib/picture/header.ts';
import { ranOutOfTime } from '#platform/files/out-of-time.ts';

/** Our copies are at most this wide and tall; pictures with more pixels are refused. */
export const widest = 1600;
export const tallest = 4800;
export const maxPixels = 40_000_000;

interface Redrawn {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Re-encodes a picture of another host as WebP: upright, without metadata, the first frame of an animation. The kind is read from
 * the bytes, and the dimensions are checked before a pixel is decoded. SVG and everything else that is not made of pixels is
 * refused. 'busy' is temporary: there was not enough time.
 */
export async function redrawRemote(bytes: Uint8Array): Promise<Redrawn | PictureFailure> {
  const header = readPictureHeader(bytes) ?? readGifHeader(bytes);
  if (!header) return 'type';
  if (header.width * header.height > maxPixels) return 'pixels';
  try {
    const { data, info } = await open(bytes, header.kind)
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: widest, height: tallest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 80, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    return ranOutOfTime(error) ? 'busy' : 'damaged';
  }
}

function open(bytes: Uint8Array, kind: string) {
  if (kind !== 'bmp') {
    return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 });
  }
  const bmp = readBmp(bytes, maxPixels);
  if (!bmp.ok) throw new Error(bmp.reason);
  const { rgb, width, height } = bmp.pixels;
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}
