import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxRuns } from '#features/replays/view-address.ts';
import { checkContrast, checkTheme, colourOf, contrastRatio, runs, tokensOf } from './contrast.ts';

test('every pair of colours is readable in every edition', () => {
  const { checked, failures } = checkContrast();
  expect(checked).toBeGreaterThan(700);
  expect(failures).toEqual([]);
});

test('a pair with too little contrast is reported with its edition, mode and ratio', () => {
  const tokens = {
    ...tokensOf(readFileSync('src/styles/tokens.css', 'utf8')),
    ...tokensOf(readFileSync('sites/tmnf/theme.css', 'utf8')),
  };
  const { failures } = checkTheme('sample', { ...tokens, ink: 'light-dark(#777777, #e3eee6)' });
  expect(failures.length).toBeGreaterThan(0);
  expect(failures[0]).toMatchObject({ site: 'sample', mode: 'day', pair: '--ink on --bg', least: 4.5 });
});

test('a missing token is a sentence that names file and token', () => {
  expect(() => checkTheme('sample', {})).toThrow('sites/sample/theme.css: --ink must be');
});

/** How far apart two colours look (OKLab): 0.02 is the least that people see side by side. */
function difference(a: string, b: string): number {
  const lab = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ] as const;
  };
  const [one, other] = [lab(a), lab(b)];
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

test.each(['day', 'night'] as const)('runs that are shown together are told apart by %s', (mode) => {
  const tokens = tokensOf(readFileSync('src/styles/tokens.css', 'utf8'));
  const colours = runs.map((run) => colourOf(tokens[`run-${run}`], mode) ?? '');
  expect(runs).toHaveLength(maxRuns);
  for (const [at, colour] of colours.entries())
    for (const other of colours.slice(0, at))
      expect(difference(colour, other), `${colour} and ${other}`).toBeGreaterThan(0.1);
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
])('%s and %s have the ratio %d', (a, b, ratio) => {
  expect(contrastRatio(a, b)).toBeCloseTo(ratio, 1);
});

test.each([
  ['light-dark(#112233, #445566)', 'day', '#112233'],
  ['light-dark(#112233, #445566)', 'night', '#445566'],
  ['#112233', 'night', '#112233'],
  ['rgb(0 0 0)', 'day', null],
  [undefined, 'day', null],
] as const)('%s by %s is %s', (value, mode, colour) => {
  expect(colourOf(value, mode)).toBe(colour);
});
