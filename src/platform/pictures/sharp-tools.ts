import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { readBmp } from '#lib/picture/bmp.ts';
import { readPictureHeader } from '#lib/picture/header.ts';
import {
  type Area,
  type DrawnFile,
  type PictureFormat,
  type PictureTools,
  pictureFormats,
  type Size,
} from './tools.ts';

/** Boxes that pictures are fitted into. The largest is for full view and stored as JPEG only. */
const largest = 1920;
const boxes = [1280, 640, 320] as const;

/** Of drawings, of thumbnails of game files (which have 256 × 256), and of pictures that were re-encoded before. */
const maxPixels = { drawing: 4096 * 4096, thumbnail: 1024 * 1024, photo: 64_000_000 };

/**
 * Measured: all versions of a noisy picture of 1920 × 1080 take 0.33 s of one core, of 5000 × 5000 0.85 s. AVIF with effort 0
 * is as fast as WebP and a third smaller; effort 2 takes four times as long and saves nothing.
 */
const encode: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 0, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 78, effort: 2 }),
  jpeg: (image) => image.jpeg({ quality: 80, progressive: true }),
};

/** The tools, in this process. The server uses them in another one (pool.ts): libvips takes threads and memory. */
export function sharpTools(): PictureTools {
  let opened: Sharp | undefined;
  return {
    async open(source, most) {
      const bytes = 'path' in source ? await readFile(source.path) : source.bytes;
      const header = readPictureHeader(bytes);
      if (!header) return { is: 'of another kind' };
      const { width, height, kind } = header;
      if (width * height > most) return { is: 'too large', width, height };
      const found = await unlessDamaged(() => openPicture(bytes, kind, most));
      if (!found || 'reason' in found) return { is: 'damaged', reason: found?.reason ?? null };
      opened = found.image;
      return { is: 'picture', ...found.size };
    },
    async redraw(part) {
      if (!opened) throw new Error('No picture is open.');
      const image = opened.autoOrient();
      opened = undefined; // its memory is free as soon as it is drawn
      return unlessDamaged(() =>
        part ? draw(image.extract(part.area), part.widths) : draw(image, boxes, largest),
      );
    },
    fitted: ({ bytes, kind, maxPixels: most }, box) =>
      unlessDamaged(async () => {
        const found = await openPicture(bytes, kind, most);
        if ('reason' in found) return null;
        const { data, info } = await found.image
          .autoOrient()
          .resize({ ...box, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .webp({ quality: 80, effort: 2 })
          .toBuffer({ resolveWithObject: true });
        return { bytes: data, width: info.width, height: info.height };
      }),
    thumbnail: (jpeg) =>
      unlessDamaged(() =>
        sharp(jpeg, { limitInputPixels: maxPixels.thumbnail, failOn: 'error' })
          .flip()
          .jpeg({ quality: 85 })
          .toBuffer(),
      ),
    raster({ svg, density, size, isFlipped, format }) {
      const drawing = sharp(Buffer.from(svg), { limitInputPixels: maxPixels.drawing, density });
      const sized = size ? drawing.resize({ ...size, fit: 'cover' }) : drawing;
      const turned = isFlipped ? sized.flip() : sized;
      if (format === 'png') return turned.png().toBuffer();
      if (format === 'small-png') {
        return turned.flatten({ background: '#ffffff' }).png({ palette: true, effort: 4 }).toBuffer();
      }
      return turned.flatten({ background: '#ffffff' }).jpeg({ quality: format.jpegQuality }).toBuffer();
    },
    async card({ svg, photos, frame, background, mount, widths }) {
      const framed = await framedPhotos(photos, frame, mount);
      const whole = await sharp(Buffer.from(framed.length > 0 ? svg.withPhoto : svg.withoutPhoto))
        .composite(framed)
        .flatten({ background })
        .jpeg({ quality: 84, mozjpeg: true })
        .toBuffer();
      const smaller = widths.slice(1).map((one) => sharp(whole).resize({ width: one }).jpeg().toBuffer());
      return [whole, ...(await Promise.all(smaller))];
    },
  };
}

/** libvips fails when it cannot decode a picture. */
async function unlessDamaged<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

const gap = 4;

/** The pictures of a card and their places in its frame; damaged ones are left out. */
async function framedPhotos(photos: readonly Uint8Array[], frame: Area, mount: string) {
  const isMosaic = photos.length >= 4;
  const width = isMosaic ? (frame.width - gap) / 2 : frame.width;
  const height = isMosaic ? (frame.height - gap) / 2 : frame.height;
  const placed = await Promise.all(
    photos.slice(0, isMosaic ? 4 : 1).map(async (photo, index) => {
      const input = await cover(photo, { width, height }, mount);
      const left = frame.left + (index % 2) * (width + gap);
      return input && { input, left, top: frame.top + Math.floor(index / 2) * (height + gap) };
    }),
  );
  return placed.filter((photo) => photo !== null);
}

/** A picture cut to this size. */
const cover = (bytes: Uint8Array, size: Size, background: string): Promise<Buffer | null> =>
  unlessDamaged(() =>
    sharp(bytes, { limitInputPixels: maxPixels.photo, pages: 1 })
      .resize({ ...size, fit: 'cover' })
      .flatten({ background })
      .png()
      .toBuffer(),
  );

type OpenedImage = { readonly image: Sharp; readonly size: Size } | { readonly reason: string };

async function openPicture(bytes: Uint8Array, kind: string, most: number): Promise<OpenedImage> {
  if (kind === 'bmp') {
    const bmp = readBmp(bytes, most);
    if (!bmp.ok) return { reason: bmp.reason };
    const { rgb, width, height } = bmp.pixels;
    return { image: sharp(rgb, { raw: { width, height, channels: 3 } }), size: { width, height } };
  }
  const image = sharp(bytes, { limitInputPixels: most, failOn: 'error', sequentialRead: true, pages: 1 });
  const { format, autoOrient } = await image.metadata();
  if (format !== kind) throw new Error(`A ${kind} by its first bytes, read as ${format}.`);
  return { image, size: { width: autoOrient.width, height: autoOrient.height } };
}

/** `full`: the box of a JPEG in addition to the widths, if the picture is larger than they are. */
async function draw(image: Sharp, widths: readonly number[], full?: number): Promise<DrawnFile[]> {
  const { data, info } = await image
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const fitted = async (box: number, format: PictureFormat): Promise<DrawnFile> => {
    const again = sharp(data, { raw: { width, height, channels } }).resize({
      width: box,
      height: box,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const drawn = await encode[format](again).toBuffer({ resolveWithObject: true });
    return { format, width: drawn.info.width, height: drawn.info.height, bytes: drawn.data };
  };
  const longest = Math.max(width, height);
  // not larger than the picture: the first of these has its full resolution
  const sizes = widths.filter((_box, index) => longest > (widths[index + 1] ?? 0));
  const files: DrawnFile[] = [];
  for (const box of sizes) for (const format of pictureFormats) files.push(await fitted(box, format));
  const first =
    full !== undefined && longest > (widths[0] ?? 0)
      ? await fitted(full, 'jpeg')
      : files.find(({ format }) => format === 'jpeg');
  if (!first) throw new Error('A picture was drawn in no size.');
  return [first, ...files.filter((file) => file !== first)];
}
