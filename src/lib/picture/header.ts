/** The supported kinds of pictures. */
type PictureKind = 'png' | 'jpeg' | 'webp' | 'bmp';

export interface PictureHeader {
  readonly kind: PictureKind;
  /** in pixels, as stored: a JPEG may also have a rotation */
  readonly width: number;
  readonly height: number;
}

/**
 * Reads kind and size from the first bytes of a picture, without decoding any pixel. null: none of the kinds, or too damaged.
 * The file name is ignored.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const read of [png, jpeg, webp, bmp]) {
    const header = read(view);
    if (header) return header.width > 0 && header.height > 0 ? header : null;
  }
  return null;
}

const ascii = (view: DataView, at: number, text: string): boolean =>
  at + text.length <= view.byteLength &&
  Array.from(text).every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0));

function png(view: DataView): PictureHeader | null {
  if (view.byteLength < 33 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a)
    return null;
  if (view.getUint32(8) !== 13 || !ascii(view, 12, 'IHDR')) return null;
  return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Segments with the dimensions: SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpeg(view: DataView): PictureHeader | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8 || view.getUint8(2) !== 0xff) return null;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // padding
    } else if (isFrame(marker)) {
      return { kind: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2; // these have no length
    } else if (marker === 0xd9 || marker === 0xda) {
      return null; // end or pixel data reached without dimensions
    } else {
      at += 2 + Math.max(2, view.getUint16(at + 2));
    }
  }
  return null;
}

function webp(view: DataView): PictureHeader | null {
  if (view.byteLength < 30 || !ascii(view, 0, 'RIFF') || !ascii(view, 8, 'WEBP')) return null;
  if (ascii(view, 12, 'VP8X')) {
    const u24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { kind: 'webp', width: 1 + u24(24), height: 1 + u24(27) };
  }
  if (ascii(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { kind: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (ascii(view, 12, 'VP8 ') && view.getUint8(23) === 0x9d && view.getUint16(24, true) === 0x2a01) {
    return {
      kind: 'webp',
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  return null;
}

function bmp(view: DataView): PictureHeader | null {
  if (view.byteLength < 30 || !ascii(view, 0, 'BM')) return null;
  if (view.getUint32(14, true) < 40) return null; // the OS/2 header of 1987
  return {
    kind: 'bmp',
    width: view.getInt32(18, true),
    height: Math.abs(view.getInt32(22, true)),
  };
}

/** Reads the size of a GIF from its first bytes; null for anything else. Our uploads accept no GIF, pictures in messages do. */
export function readGifHeader(bytes: Uint8Array): { kind: 'gif'; width: number; height: number } | null {
  if (bytes.length < 13) return null;
  const letters = String.fromCharCode(...bytes.subarray(0, 6));
  if (letters !== 'GIF87a' && letters !== 'GIF89a') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  return width > 0 && height > 0 ? { kind: 'gif', width, height } : null;
}
