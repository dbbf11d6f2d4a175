import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as fontkitten from 'fontkitten';
import subsetFont from 'subset-font';
import { loadSites } from '#sites/all.ts';
import { tokensOf } from '../contrast.ts';
import { arialWidth } from './arial.ts';

// The typeface of pages, cut into small files: text keeps the widths and weights that the style sheets use, headlines have the one
// width and weight of their edition. The whole typeface would be three times as large.

interface Face {
  readonly folder: string;
  readonly name: string;
  readonly widths: readonly number[];
  readonly weights: readonly number[];
}

const text: Face = {
  folder: 'src/styles/fonts/',
  name: 'text',
  widths: [84, 88, 92, 95, 100],
  weights: [420, 560, 680, 740],
};

const latin =
  String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at)) +
  '\u00a0«»¡¿°©·×–—‘’“”…€−↑↓' +
  'àáâãäåæçèéêëìíîïñòóôõöøœùúûüýÿßÄÅÆÇÉÑÓÖØÜ';
const central = 'ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽľĺŕĽĹŔőűŐŰđĐ';
const eastern = 'ğşİĞŞșțţĂȘȚŢăāēėįīųūģķļņŗĀĒĖĮĪŲŪĢĶĻŅŖ';

/** A browser loads a part when a page shows one of its characters. A character belongs to the first part that has it. */
const parts = [
  { name: 'latin', file: 'latin', has: (letter: string) => latin.includes(letter) },
  { name: 'symbols', file: 'latin', has: () => true },
  { name: 'central', file: 'latin-ext', has: (letter: string) => central.includes(letter) },
  { name: 'eastern', file: 'latin-ext', has: (letter: string) => eastern.includes(letter) },
  { name: 'other', file: 'latin-ext', has: () => true },
] as const;

/** What stands on buttons, tabs and in menus: a line of them that breaks elsewhere moves the page. */
const sample =
  'Tracks Replays Packs Comments Awards Leaderboards Settings and notices Change your password Upload tracks Choose files Sign in Search News Forum Videos 0123456789';

const { resolve } = createRequire(import.meta.url);
const wholeFont = (file: string) =>
  readFile(resolve(`@fontsource-variable/archivo/files/archivo-${file}-wdth-normal.woff2`));
const openFont = (font: Buffer) => {
  const face = fontkitten.create(font);
  if (face.isCollection) throw new Error('The typeface is one font.');
  return face;
};

/** Every generated file by its path: fonts, and the style sheets that declare them. */
export async function cutFonts(): Promise<Map<string, string | Buffer>> {
  const made = new Map<string, string | Buffer>();
  for (const face of [text, ...(await headlines())]) {
    const rules: string[] = [];
    for (const { name, font, characters } of await dividedFont()) {
      const file = `${face.name}-${name}.woff2`;
      made.set(face.folder + file, await cut(font, characters, face));
      rules.push(fontFace(face, file, characters));
    }
    for (const width of face.widths)
      for (const weight of face.weights) rules.push(await fallbackFace(width, weight));
    made.set(`${face.folder}${face.name}.css`, banner + rules.join(''));
  }
  return made;
}

const banner = `/* Made by src/scripts/fonts/cut-fonts.ts: node src/scripts/check-generated.ts --write */\n`;

async function headlines(): Promise<Face[]> {
  const sites = await loadSites(new URL('../../../sites/', import.meta.url));
  return Promise.all(
    sites.map(async ({ code }) => {
      const tokens = tokensOf(await readFile(`sites/${code}/theme.css`, 'utf8'));
      return {
        folder: `sites/${code}/`,
        name: 'headline',
        widths: [Number.parseFloat(tokens['d-wdth'] ?? '')],
        weights: [Number(tokens['d-wght'])],
      };
    }),
  );
}

async function dividedFont() {
  const taken = new Set<string>();
  const divided: { name: string; font: Buffer; characters: string }[] = [];
  for (const { name, file, has } of parts) {
    const font = await wholeFont(file);
    const known = openFont(font)
      .characterSet.filter((code) => code >= 32 && code < 0xffff)
      .map((code) => String.fromCodePoint(code));
    const characters = known.filter((letter) => has(letter) && !taken.has(letter));
    for (const letter of characters) taken.add(letter);
    divided.push({ name, font, characters: characters.join('') });
  }
  return divided;
}

const span = (values: readonly number[]) => {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return min === max ? min : { min, max, default: Math.max(min, Math.min(max, 100)) === 100 ? 100 : min };
};

const cut = (font: Buffer, characters: string, { widths, weights }: Face) =>
  subsetFont(font, characters, {
    targetFormat: 'woff2',
    // kerning, digits of one width, ligatures, and the simpler dollar of bold text
    keepFeatures: ['kern', 'tnum', 'liga', 'rvrn'],
    // copyright and licence
    preserveNameIds: [0, 13, 14],
    variationAxes: { wdth: span(widths), wght: span(weights) },
  });

function fontFace({ widths, weights }: Face, file: string, characters: string): string {
  const stretch = [...new Set([Math.min(...widths), Math.max(...widths)])].map((width) => `${width}%`);
  const weight = [...new Set([Math.min(...weights), Math.max(...weights)])];
  return `@font-face {
  font-family: "Archivo Variable";
  font-display: swap;
  font-stretch: ${stretch.join(' ')};
  font-weight: ${weight.join(' ')};
  src: url("./${file}") format("woff2");
  unicode-range: ${rangesOf(characters).join(', ')};
}
`;
}

/**
 * A font that every system has, as wide and as high as ours of this width and weight: lines break where they will break. Only for
 * letters that ours has; others are shown in the font that the system prefers.
 */
async function fallbackFace(width: number, weight: number): Promise<string> {
  const isBold = weight >= 600;
  const instance = await subsetFont(await wholeFont('latin'), sample, {
    targetFormat: 'woff2',
    variationAxes: { wdth: width, wght: weight },
  });
  const font = openFont(instance);
  const units = [...sample].reduce(
    (sum, letter) => sum + font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth,
    0,
  );
  const ratio = units / font.unitsPerEm / arialWidth(sample, isBold);
  const percent = (value: number) => `${Math.round(value * 1e4) / 100}%`;
  const names = isBold
    ? ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Roboto Bold', 'Roboto']
    : ['Arial', 'ArialMT', 'Liberation Sans', 'Roboto'];
  return `@font-face {
  font-family: "Archivo Fallback";
  font-stretch: ${width}%;
  font-weight: ${weight};
  src: ${names.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(ratio)};
  ascent-override: ${percent(font.ascent / font.unitsPerEm / ratio)};
  descent-override: ${percent(-font.descent / font.unitsPerEm / ratio)};
  line-gap-override: ${percent(font.lineGap / font.unitsPerEm / ratio)};
  unicode-range: U+0000-02FF, U+2000-206F;
}
`;
}

function rangesOf(characters: string): string[] {
  const codes = [...characters].map((letter) => letter.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const ranges: [first: number, last: number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');
  return ranges.map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`));
}
