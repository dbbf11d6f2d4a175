import { readPictureHeader } from './header.ts';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** red, green, blue; rows from the top */
  readonly rgb: Uint8Array;
}

type Read = { ok: true; pixels: Pixels } | { ok: false; reason: string };

const uncompressed = 0;
const bitFields = 3;
const refused = (reason: string): Read => ({ ok: false, reason });

/**
 * Reads an uncompressed BMP of 24 or 32 bits per pixel, the kinds used for screenshots; others are refused with a sentence.
 * Memory is allocated only if the file is as long as its header claims and has at most `maxPixels`.
 */
export function readBmp(bytes: Uint8Array, maxPixels: number): Read {
  const header = readPictureHeader(bytes);
  if (header?.kind !== 'bmp') return refused('This is not a BMP file.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { width, height } = header;
  if (width * height > maxPixels) return refused('This BMP file has too many pixels.');
  const bits = view.getUint16(28, true);
  const compression = view.byteLength >= 54 ? view.getUint32(30, true) : -1;
  const isPlain = compression === uncompressed || (bits === 32 && hasUsualFields(view, compression));
  if ((bits !== 24 && bits !== 32) || !isPlain) {
    return refused('Only BMP files of 24 or 32 bits without compression can be read: save it as PNG.');
  }
  const start = view.getUint32(10, true);
  const step = bits / 8;
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (start < 54 || start + stride * height > bytes.length) return refused('This BMP file ends too early.');
  const isTopDown = view.getInt32(22, true) < 0;
  const rgb = new Uint8Array(width * height * 3);
  let to = 0;
  for (let row = 0; row < height; row++) {
    let from = start + stride * (isTopDown ? row : height - 1 - row);
    for (let x = 0; x < width; x++, from += step, to += 3) {
      rgb[to] = bytes[from + 2] ?? 0;
      rgb[to + 1] = bytes[from + 1] ?? 0;
      rgb[to + 2] = bytes[from] ?? 0;
    }
  }
  return { ok: true, pixels: { width, height, rgb } };
}

/** Many programs declare the pixel fields even if they are the usual ones. */
const hasUsualFields = (view: DataView, compression: number): boolean =>
  compression === bitFields &&
  view.byteLength >= 66 &&
  [0xff0000, 0xff00, 0xff].every((mask, index) => view.getUint32(54 + index * 4, true) === mask);
