import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as fontkitten from 'fontkitten';

type Face = Extract<ReturnType<typeof fontkitten.create>, { isCollection: false }>;
type Glyph = ReturnType<Face['glyphForCodePoint']>;

/** The letter of a path command in SVG; its arguments are pairs of coordinates. */
const svgLetters = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' };

/** The shipped typeface. Text is drawn as paths, because a server may have no fonts, and those it has are not trusted. */
export class Font {
  readonly #faces: readonly Face[];

  private constructor(faces: readonly Face[]) {
    this.#faces = faces;
  }

  static async load(): Promise<Font> {
    const { resolve } = createRequire(import.meta.url);
    const faces = ['latin', 'latin-ext', 'vietnamese'].map(async (part) => {
      const file = resolve(`@fontsource-variable/archivo/files/archivo-${part}-wdth-normal.woff2`);
      const face = fontkitten.create(await readFile(file));
      if (face.isCollection) throw new Error(`${file} contains several fonts.`);
      return face;
    });
    return new Font(await Promise.all(faces));
  }

  /** The glyph of a character and its size in units of the em; null if the typeface lacks it. */
  #glyph(letter: string): { glyph: Glyph; perUnit: number } | null {
    const code = letter.codePointAt(0) ?? 0;
    const face = this.#faces.find((part) => part.hasGlyphForCodePoint(code));
    return face ? { glyph: face.glyphForCodePoint(code), perUnit: 1 / face.unitsPerEm } : null;
  }

  /** Whether the typeface has this character. */
  has(letter: string): boolean {
    return this.#glyph(letter) !== null;
  }

  /** The width of a text of size 1. Characters that the typeface lacks have none. */
  width(text: string): number {
    return [...text].reduce((sum, letter) => {
      const found = this.#glyph(letter);
      return found ? sum + found.glyph.advanceWidth * found.perUnit : sum;
    }, 0);
  }

  /** The path of a text in one line; `stretch`: the width of letters, 1 as designed. */
  path(text: string, at: { x: number; y: number; size: number; stretch?: number }): string {
    let x = at.x;
    let path = '';
    const stretch = at.stretch ?? 1;
    for (const letter of text) {
      const found = this.#glyph(letter);
      if (!found) continue;
      const scale = at.size * found.perUnit;
      path += svgPath(found.glyph, scale * stretch, scale, x, at.y);
      x += found.glyph.advanceWidth * scale * stretch;
    }
    return path;
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** A glyph as an SVG path: y downwards, scaled and moved, with one decimal. */
function svgPath(glyph: Glyph, scaleX: number, scaleY: number, left: number, base: number): string {
  const point = (value: number, index: number) =>
    tenth(index % 2 === 0 ? left + value * scaleX : base - value * scaleY);
  return glyph.path.commands
    .map(({ command, args }) => svgLetters[command] + args.map(point).join(' '))
    .join('');
}
