import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Checks the contrast of every pair of tokens that style sheets combine, in every edition, by day and by night (WCAG 2.2: text
 * 4.5, parts of controls and focus rings 3). Reads src/styles/tokens.css and every sites/<code>/theme.css.
 */
export interface ContrastFailure {
  site: string;
  mode: 'day' | 'night';
  pair: string;
  ratio: number;
  least: number;
}
export interface ContrastResult {
  checked: number;
  failures: ContrastFailure[];
}

type Tokens = Readonly<Record<string, string>>;
type Pair = readonly [front: string, ground: string, least: number];

const text = 4.5;
const part = 3;
const grounds = ['bg', 'surface', 'sunk', 'raised', 'hover', 'soft'];
const exceptSoft = grounds.filter((ground) => ground !== 'soft');
const each = (fronts: string[], on: string[], least: number): Pair[] =>
  fronts.flatMap((front) => on.map((ground) => [front, ground, least] as const));

/** Replays shown together, by number. */
export const runs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

const pairs: readonly Pair[] = [
  ...each(['ink', 'ink-2', 'link', 'visited'], grounds, text),
  ...each(['ink-3'], exceptSoft, text),
  ...each(['ok', 'danger', 'mod', 'supporter'], grounds, text),
  ...each(['warn', 'info'], exceptSoft, text),
  ...['ok', 'warn', 'danger', 'info'].flatMap((hue): Pair[] => [
    [hue, `${hue}-soft`, text],
    ['ink', `${hue}-soft`, text],
  ]),
  ...each(['accent'], ['bg', 'surface', 'raised', 'hover'], text),
  ['accent', 'soft', part],
  ['on-accent', 'accent', text],
  ['surface', 'ink', text],
  ['bar-ink', 'bar', text],
  ['bar-ink-2', 'bar', text],
  ['bar-ink', 'bar-hover', text],
  ['bar', 'bar-edge', text],
  ['plate-ink', 'plate', text],
  ...runs.flatMap((run): Pair[] => [
    ['run-ink', `run-${run}`, text],
    ...each([`run-${run}`], ['bg', 'surface', 'sunk'], part),
  ]),
  ...each(['line-2'], ['bg', 'surface', 'sunk', 'raised'], part),
  ...each(['focus'], grounds, part),
];

/** Every custom property of a style sheet, ignoring comments and nesting; later ones win. */
export const tokensOf = (css: string): Tokens =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((found) => [found[1] ?? '', (found[2] ?? '').trim()]),
  );

/** The six-digit colour of a token by day or by night; null if it is not a single plain colour. */
export function colourOf(value: string | undefined, mode: 'day' | 'night'): string | null {
  const both = /^light-dark\(\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\)$/i.exec(value ?? '');
  if (both) return both[mode === 'day' ? 1 : 2] ?? null;
  return value && /^#[0-9a-f]{6}$/i.test(value) ? value : null;
}

/** WCAG contrast ratio of two six-digit colours, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Checks one edition's colours. Throws if a token is missing or is not a plain colour. */
export function checkTheme(site: string, tokens: Tokens): ContrastResult {
  const failures: ContrastFailure[] = [];
  for (const mode of ['day', 'night'] as const) {
    for (const [front, ground, least] of pairs) {
      const [a, b] = [colourOf(tokens[front], mode), colourOf(tokens[ground], mode)];
      if (!a || !b) {
        throw new Error(
          `sites/${site}/theme.css: --${a ? ground : front} must be #rrggbb or light-dark(#rrggbb, #rrggbb).`,
        );
      }
      const ratio = contrastRatio(a, b);
      if (ratio < least) failures.push({ site, mode, pair: `--${front} on --${ground}`, ratio, least });
    }
  }
  return { checked: pairs.length * 2, failures };
}

/** Checks every folder of sites/. */
export function checkContrast(root = new URL('../../', import.meta.url)): ContrastResult {
  const shared = readFileSync(new URL('src/styles/tokens.css', root), 'utf8');
  const folders = readdirSync(new URL('sites/', root), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const results = folders.map(({ name }) => {
    const theme = readFileSync(new URL(`sites/${name}/theme.css`, root), 'utf8');
    return checkTheme(name, { ...tokensOf(shared), ...tokensOf(theme) });
  });
  return {
    checked: results.reduce((sum, result) => sum + result.checked, 0),
    failures: results.flatMap((result) => result.failures),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { checked, failures } = checkContrast();
  for (const { site, mode, pair, ratio, least } of failures) {
    console.error(`${site} by ${mode}: ${pair} is ${ratio.toFixed(2)}, must be ${least} or more`);
  }
  console.log(`${checked} pairs of colours, ${failures.length} too close`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
