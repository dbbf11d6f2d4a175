import type { PictureFailure } from '#lib/bbcode/pictures.ts';
import { readGifHeader, readPictureHeader } from '#lib/picture/header.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { senderOf } from '#platform/lanes/sender.ts';
import { TooCostly } from '#platform/pictures/engine.ts';

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
 * refused. 'busy' is temporary: too much was waiting, or the process that draws ended, which says nothing about the picture.
 */
export async function redrawRemote(ctx: Ctx, bytes: Uint8Array): Promise<Redrawn | PictureFailure> {
  const header = readPictureHeader(bytes) ?? readGifHeader(bytes);
  if (!header) return 'type';
  if (header.width * header.height > maxPixels) return 'pixels';
  try {
    return await ctx.pictures.take(senderOf(ctx), async (tools) => {
      const drawn = await tools.fitted(
        { bytes, kind: header.kind, maxPixels },
        { width: widest, height: tallest },
      );
      return drawn ?? 'damaged';
    });
  } catch (error) {
    if (error instanceof TooCostly) return 'damaged';
    if (error instanceof Problem && error.status === 503) return 'busy';
    throw error;
  }
}
