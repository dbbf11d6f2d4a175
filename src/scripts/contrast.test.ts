import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkContrast, checkTheme, colourOf, contrastRatio, tokensOf } from './contrast.ts';

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
