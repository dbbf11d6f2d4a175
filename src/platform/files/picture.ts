import type { Ctx } from '#platform/context.ts';
import { senderOf } from '#platform/lanes/sender.ts';
import { TooCostly } from '#platform/pictures/engine.ts';
import type { Area, DrawnFile, PictureSource, PictureTools } from '#platform/pictures/tools.ts';
import type { TempBlob } from './blob-store.ts';

export type Redrawn =
  /** dimensions of the original, upright; the files with the largest JPEG first */
  { ok: true; width: number; height: number; files: readonly DrawnFile[] } | { ok: false; reason: string };

/** A part of a picture, in pixels of the upright picture, and the widths of its files, the largest first. */
interface Frame {
  readonly widths: readonly number[];
  cut(width: number, height: number): Area;
}

interface Rules {
  /** maximum number of pixels in the header */
  maxPixels: number;
  /** returns what is wrong with these dimensions, or null */
  refuse(width: number, height: number): string | null;
  /** message for a file that is not a picture of a supported kind */
  wrongKind: string;
  /** the part to store; without it the whole picture */
  frame?: Frame;
}

type Needs = Pick<Ctx, 'pictures' | 'client' | 'viewer'>;

/** A picture as received. */
type Received = Pick<TempBlob, 'path' | 'read'>;

const damaged = 'The picture is damaged and cannot be read.';
const tooCostly = 'The picture takes too long to read, or too much memory.';

/**
 * Re-encodes a picture, upright and without metadata, in several formats and sizes, so that no byte of the upload is served.
 * The dimensions in the header are checked before a pixel is decoded. The file is read when its turn comes.
 */
export function redrawPicture(ctx: Needs, picture: Received, rules: Rules): Promise<Redrawn> {
  return ctx.pictures.take(senderOf(ctx), async (tools) => {
    const source = picture.path === null ? { bytes: await picture.read() } : { path: picture.path };
    try {
      return await redraw(tools, source, rules);
    } catch (error) {
      if (error instanceof TooCostly) return { ok: false, reason: tooCostly };
      throw error; // says nothing about the picture
    }
  });
}

async function redraw(tools: PictureTools, source: PictureSource, rules: Rules): Promise<Redrawn> {
  const { maxPixels, refuse, frame, wrongKind } = rules;
  const opened = await tools.open(source, maxPixels);
  if (opened.is === 'of another kind') return { ok: false, reason: wrongKind };
  if (opened.is === 'damaged') return { ok: false, reason: opened.reason ?? damaged };
  const { width, height } = opened;
  // too large in any orientation; whether it is too small or too slim is checked after rotation
  const reason = refuse(width, height) ?? (opened.is === 'too large' ? damaged : null);
  if (reason !== null) return { ok: false, reason };
  const part = frame ? { area: frame.cut(width, height), widths: frame.widths } : null;
  const files = await tools.redraw(part);
  return files ? { ok: true, width, height, files } : { ok: false, reason: damaged };
}
