import { ByteReader } from './byte-reader.ts';

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

/** The closed curves of a glyph in units of the font, y upwards. */
type Outline = readonly (readonly Point[])[];

const signed = (flag: number, value: number): number => (flag & 1 ? value : -value);

/** A step from one point to the next: 1 to 4 bytes, according to its flag, as WOFF2 defines it. */
function step(flag: number, bytes: ByteReader): readonly [dx: number, dy: number] {
  const first = bytes.u8();
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + first)];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + first), 0];
  if (flag < 84) {
    const code = flag - 20;
    return [
      signed(flag, 1 + (code & 0x30) + (first >> 4)),
      signed(flag >> 1, 1 + ((code & 0x0c) << 2) + (first & 0x0f)),
    ];
  }
  const second = bytes.u8();
  if (flag < 120) {
    const code = flag - 84;
    return [
      signed(flag, 1 + (Math.floor(code / 12) << 8) + first),
      signed(flag >> 1, 1 + (((code % 12) >> 2) << 8) + second),
    ];
  }
  const third = bytes.u8();
  if (flag < 124)
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 0x0f) << 8) + third)];
  return [signed(flag, (first << 8) + second), signed(flag >> 1, (third << 8) + bytes.u8())];
}

interface Streams {
  readonly points: ByteReader;
  readonly flags: ByteReader;
  readonly glyphs: ByteReader;
}

function simpleGlyph(contours: number, { points, flags, glyphs }: Streams): Outline {
  const sizes = Array.from({ length: contours }, () => points.short());
  let x = 0;
  let y = 0;
  const outline = sizes.map((size) =>
    Array.from({ length: size }, (): Point => {
      const flag = flags.u8();
      const [dx, dy] = step(flag & 0x7f, glyphs);
      x += dx;
      y += dy;
      return { x, y, isOn: flag < 0x80 };
    }),
  );
  glyphs.short(); // the length of its instructions, which are elsewhere
  return outline;
}

/** A part of a glyph that is composed of others. */
interface Component {
  readonly glyph: number;
  readonly matrix: readonly [a: number, b: number, c: number, d: number, dx: number, dy: number];
}

const flag = { words: 1, offsets: 2, scale: 8, more: 0x20, scales: 0x40, matrix: 0x80, instructions: 0x100 };

function components(bytes: ByteReader, glyphs: ByteReader): readonly Component[] {
  const parts: Component[] = [];
  const f2dot14 = () => bytes.i16() / 16384;
  const i8 = () => (bytes.u8() << 24) >> 24;
  for (let flags = flag.more, has = 0; flags & flag.more; ) {
    flags = bytes.u16();
    has |= flags;
    const glyph = bytes.u16();
    const [x, y] = flags & flag.words ? [bytes.i16(), bytes.i16()] : [i8(), i8()];
    const [dx, dy] = flags & flag.offsets ? [x, y] : [0, 0];
    let scaling: readonly [number, number, number, number] = [1, 0, 0, 1];
    if (flags & flag.scale) {
      const scale = f2dot14();
      scaling = [scale, 0, 0, scale];
    } else if (flags & flag.scales) scaling = [f2dot14(), 0, 0, f2dot14()];
    else if (flags & flag.matrix) scaling = [f2dot14(), f2dot14(), f2dot14(), f2dot14()];
    parts.push({ glyph, matrix: [...scaling, dx, dy] });
    if (!(flags & flag.more) && has & flag.instructions) glyphs.short();
  }
  return parts;
}

const moved = (outline: Outline, [a, b, c, d, dx, dy]: Component['matrix']): Outline =>
  outline.map((contour) =>
    contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, isOn })),
  );

/** The outlines of all glyphs, from the table `glyf` in the form of WOFF2. Composed glyphs are put together. */
export function outlinesOf(table: Uint8Array): readonly Outline[] {
  const head = new ByteReader(table, 4);
  const count = head.u16();
  head.u16(); // the format of an index that is not stored
  const sizes = Array.from({ length: 7 }, () => head.u32());
  let at = head.at;
  const [contours, points, flags, glyphs, composites] = sizes.map((size) => {
    at += size;
    return new ByteReader(table, at - size);
  });
  if (!contours || !points || !flags || !glyphs || !composites) throw new Error('The font has no glyphs.');
  const streams = { points, flags, glyphs };
  const read = Array.from({ length: count }, (): Outline | readonly Component[] => {
    const number = contours.i16();
    return number < 0 ? components(composites, glyphs) : number === 0 ? [] : simpleGlyph(number, streams);
  });
  const whole = (index: number, depth: number): Outline => {
    const glyph = read[index] ?? [];
    if (!isComposed(glyph)) return glyph;
    return depth > 4 ? [] : glyph.flatMap((part) => moved(whole(part.glyph, depth + 1), part.matrix));
  };
  return read.map((_, index) => whole(index, 0));
}

const isComposed = (glyph: Outline | readonly Component[]): glyph is readonly Component[] =>
  glyph[0] !== undefined && 'matrix' in glyph[0];

const half = (a: number, b: number) => (a + b) / 2;

/** An outline as an SVG path, y downwards, scaled and moved. */
export function svgPath(
  outline: Outline,
  scaleX: number,
  scaleY: number,
  left: number,
  base: number,
): string {
  const at = (x: number, y: number) =>
    `${Math.round((left + x * scaleX) * 10) / 10} ${Math.round((base - y * scaleY) * 10) / 10}`;
  return outline.map((contour) => contourPath(contour, at)).join('');
}

/** Between two points off the curve there is one on it, halfway. */
function contourPath(contour: readonly Point[], at: (x: number, y: number) => string): string {
  const first = contour[0];
  const last = contour.at(-1);
  if (!first || !last) return '';
  const start = first.isOn
    ? first
    : last.isOn
      ? last
      : { x: half(first.x, last.x), y: half(first.y, last.y), isOn: true };
  let path = `M${at(start.x, start.y)}`;
  let control: Point | null = null;
  const rest = first.isOn ? contour.slice(1) : contour;
  for (const point of [...rest, start]) {
    if (point.isOn) {
      path += control ? `Q${at(control.x, control.y)} ${at(point.x, point.y)}` : `L${at(point.x, point.y)}`;
      control = null;
    } else {
      if (control)
        path += `Q${at(control.x, control.y)} ${at(half(control.x, point.x), half(control.y, point.y))}`;
      control = point;
    }
  }
  return `${path}Z`;
}
