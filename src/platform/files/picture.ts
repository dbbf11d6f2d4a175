import sharp, { type Sharp } from 'sharp';
import { readBmp } from '#lib/picture/bmp.ts';
import { readPictureHeader } from '#lib/picture/header.ts';
import { limitConcurrency } from './concurrency.ts';
import { noTimeToDraw, ranOutOfTime } from './out-of-time.ts';

export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** One stored version of a picture. */
export interface DrawnFile {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

export type Redrawn =
  /** dimensions of the original, upright; the files with the largest JPEG first */
  | { ok: true; width: number; height: number; files: readonly [DrawnFile, ...DrawnFile[]] }
  | { ok: false; reason: string };

/** A part of a picture, in pixels of the upright picture, and the widths of its files, the largest first. */
interface Frame {
  readonly widths: readonly number[];
  cut(
    width: number,
    height: number,
  ): { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
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

/** Boxes that pictures are fitted into. The largest is for full view and stored as JPEG only. */
const largest = 1920;
const boxes = [1280, 640, 320] as const;
const secondsAtMost = 20;
const damaged = 'The picture is damaged and cannot be read.';

/**
 * Measured: all versions of a noisy picture of 1920 × 1080 take 0.33 s of one core, of 5000 × 5000 0.85 s. AVIF with effort 0
 * is as fast as WebP and a third smaller; effort 2 takes four times as long and saves nothing.
 */
const encode: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 0, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 78, effort: 2 }),
  jpeg: (image) => image.jpeg({ quality: 80, progressive: true }),
};

/** Pictures that are re-encoded at once, and those that wait for it. */
export const pictureQueue = { atOnce: 2, waiting: 40 } as const;
const queued = limitConcurrency(pictureQueue.atOnce, pictureQueue.waiting);

/**
 * Re-encodes a picture, upright and without metadata, in several formats and sizes, so that no byte of the upload is served.
 * The dimensions in the header are checked before a pixel is decoded.
 */
export function redrawPicture(read: () => Promise<Uint8Array>, rules: Rules): Promise<Redrawn> {
  return queued(async () => {
    const bytes = await read();
    const header = readPictureHeader(bytes);
    if (!header) return { ok: false, reason: rules.wrongKind };
    // too large in any orientation; whether it is too small or too slim is checked after rotation
    if (header.width * header.height > rules.maxPixels) {
      return { ok: false, reason: rules.refuse(header.width, header.height) ?? damaged };
    }
    const opened = header.kind === 'bmp' ? fromBmp(bytes, rules) : fromFile(bytes, header.kind, rules);
    if ('reason' in opened) return { ok: false, reason: opened.reason };
    try {
      const upright = await opened.size();
      const reason = rules.refuse(upright.width, upright.height);
      return reason === null
        ? { ok: true, ...upright, files: await draw(opened.image, upright, rules.frame) }
        : { ok: false, reason };
    } catch (error) {
      if (ranOutOfTime(error)) throw noTimeToDraw();
      return { ok: false, reason: damaged };
    }
  });
}

type Opened = { image: Sharp; size: () => Promise<{ width: number; height: number }> } | { reason: string };

function fromBmp(bytes: Uint8Array, { maxPixels }: Rules): Opened {
  const bmp = readBmp(bytes, maxPixels);
  if (!bmp.ok) return { reason: bmp.reason };
  const { rgb, width, height } = bmp.pixels;
  return {
    image: sharp(rgb, { raw: { width, height, channels: 3 } }),
    size: async () => ({ width, height }),
  };
}

function fromFile(bytes: Uint8Array, kind: string, { maxPixels }: Rules): Opened {
  const image = sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    sequentialRead: true,
    pages: 1,
  });
  return {
    image,
    size: async () => {
      const { format, autoOrient } = await image.metadata();
      if (format !== kind) throw new Error(`A ${kind} by its first bytes, read as ${format}.`);
      return { width: autoOrient.width, height: autoOrient.height };
    },
  };
}

async function draw(
  image: Sharp,
  upright: { width: number; height: number },
  frame: Frame | undefined,
): Promise<readonly [DrawnFile, ...DrawnFile[]]> {
  const oriented = image.timeout({ seconds: secondsAtMost }).autoOrient();
  const framed = frame ? oriented.extract(frame.cut(upright.width, upright.height)) : oriented;
  const { data, info } = await framed
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const fitted = async (box: number, format: PictureFormat): Promise<DrawnFile> => {
    const again = sharp(data, { raw: { width, height, channels } })
      .timeout({ seconds: secondsAtMost })
      .resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true });
    const drawn = await encode[format](again).toBuffer({ resolveWithObject: true });
    return { format, width: drawn.info.width, height: drawn.info.height, bytes: drawn.data };
  };
  const longest = Math.max(width, height);
  // not larger than the picture: the first of these has its full resolution
  const steps = frame?.widths ?? boxes;
  const sizes = steps.filter((_box, index) => longest > (steps[index + 1] ?? 0));
  const files: DrawnFile[] = [];
  for (const box of sizes) for (const format of pictureFormats) files.push(await fitted(box, format));
  const full =
    !frame && longest > boxes[0]
      ? await fitted(largest, 'jpeg')
      : files.find(({ format }) => format === 'jpeg');
  if (!full) throw new Error('A picture was drawn in no size.');
  return [full, ...files.filter((file) => file !== full)];
}
