import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ByteReader } from './byte-reader.ts';
import { outlinesOf, svgPath } from './outlines.ts';
import { woff2Tables } from './woff2.ts';

/** One file of the typeface. */
interface Face {
  readonly unitsPerEm: number;
  readonly glyphOf: ReadonlyMap<number, number>;
  readonly advances: readonly number[];
  readonly outlines: ReturnType<typeof outlinesOf>;
}

/** The shipped typeface. Text is drawn as paths, because a server may have no fonts, and those it has are not trusted. */
export class Font {
  readonly #faces: readonly Face[];

  private constructor(faces: readonly Face[]) {
    this.#faces = faces;
  }

  static async load(): Promise<Font> {
    const { resolve } = createRequire(import.meta.url);
    const faces = ['latin', 'latin-ext', 'vietnamese'].map(async (part) =>
      readFace(
        await readFile(resolve(`@fontsource-variable/archivo/files/archivo-${part}-wdth-normal.woff2`)),
      ),
    );
    return new Font(await Promise.all(faces));
  }

  #glyph(code: number): { face: Face; glyph: number } | null {
    for (const face of this.#faces) {
      const glyph = face.glyphOf.get(code);
      if (glyph !== undefined && glyph > 0) return { face, glyph };
    }
    return null;
  }

  /** Whether the typeface has this character. */
  has(letter: string): boolean {
    return this.#glyph(letter.codePointAt(0) ?? 0) !== null;
  }

  /** The width of a text of size 1. Characters that the typeface lacks have none. */
  width(text: string): number {
    return [...text].reduce((sum, letter) => {
      const found = this.#glyph(letter.codePointAt(0) ?? 0);
      return found ? sum + (found.face.advances[found.glyph] ?? 0) / found.face.unitsPerEm : sum;
    }, 0);
  }

  /** The path of a text in one line; `stretch`: the width of letters, 1 as designed. */
  path(text: string, at: { x: number; y: number; size: number; stretch?: number }): string {
    let x = at.x;
    let path = '';
    const stretch = at.stretch ?? 1;
    for (const letter of text) {
      const found = this.#glyph(letter.codePointAt(0) ?? 0);
      if (!found) continue;
      const { face, glyph } = found;
      const scale = at.size / face.unitsPerEm;
      path += svgPath(face.outlines[glyph] ?? [], scale * stretch, scale, x, at.y);
      x += (face.advances[glyph] ?? 0) * scale * stretch;
    }
    return path;
  }
}

function readFace(file: Uint8Array): Face {
  const tables = woff2Tables(file);
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (!found) throw new Error(`The font has no table ${tag}.`);
    return found;
  };
  const outlines = outlinesOf(table('glyf').bytes);
  const measured = new ByteReader(table('hhea').bytes, 34).u16();
  const { bytes, isTransformed } = table('hmtx');
  const metrics = new ByteReader(bytes, isTransformed ? 1 : 0);
  const advances: number[] = [];
  for (let glyph = 0; glyph < outlines.length; glyph++) {
    advances.push(glyph < measured ? metrics.u16() : (advances.at(-1) ?? 0));
    if (glyph < measured && !isTransformed) metrics.u16();
  }
  return {
    unitsPerEm: new ByteReader(table('head').bytes, 18).u16(),
    glyphOf: readCmap(table('cmap').bytes),
    advances,
    outlines,
  };
}

/** Glyphs by code point, from the table's formats 4 and 12. */
function readCmap(bytes: Uint8Array): Map<number, number> {
  const head = new ByteReader(bytes, 2);
  const offsets = Array.from({ length: head.u16() }, () => {
    head.u32(); // platform and encoding
    return head.u32();
  });
  const found = new Map<number, number>();
  for (const offset of offsets) {
    const format = new ByteReader(bytes, offset).u16();
    if (format === 4) readFormat4(bytes, offset, found);
    if (format === 12) readFormat12(bytes, offset, found);
  }
  return found;
}

function readFormat4(bytes: Uint8Array, offset: number, found: Map<number, number>): void {
  const segments = new ByteReader(bytes, offset + 6).u16() / 2;
  const u16 = (at: number) => new ByteReader(bytes, offset + at).u16();
  for (let segment = 0; segment < segments; segment++) {
    const end = u16(14 + 2 * segment);
    const start = u16(16 + 2 * (segments + segment));
    const delta = u16(16 + 2 * (2 * segments + segment));
    const rangeAt = 16 + 2 * (3 * segments + segment);
    const range = u16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const stored = range === 0 ? code : u16(rangeAt + range + 2 * (code - start));
      if (range === 0 || stored !== 0) found.set(code, (stored + delta) & 0xffff);
    }
  }
}

function readFormat12(bytes: Uint8Array, offset: number, found: Map<number, number>): void {
  const groups = new ByteReader(bytes, offset + 12);
  for (let left = groups.u32(); left > 0; left--) {
    const [start, end, glyph] = [groups.u32(), groups.u32(), groups.u32()];
    for (let code = start; code <= end; code++) found.set(code, glyph + code - start);
  }
}
