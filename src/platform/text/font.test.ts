import { expect, test } from 'vitest';
import { Font } from './font.ts';

const font = await Font.load();

test('the shipped typeface has Latin letters of many languages, and no others', () => {
  for (const letter of 'AZaz09€äéŁąĞễ…·') expect(font.has(letter), letter).toBe(true);
  for (const letter of ['名', 'ש', 'ж', '\u202e', '🏁']) expect(font.has(letter), letter).toBe(false);
});

test('each letter is a path within its box', () => {
  const letters = [...'ABCghjkQ@&é'];
  const paths = letters.map((letter) => font.path(letter, { x: 0, y: 100, size: 100 }));
  expect(new Set(paths).size).toBe(letters.length);
  for (const [index, path] of paths.entries()) {
    expect(path, letters[index]).toMatch(/^M[\d. -]+(?:[LQ][\d. -]+)+Z/);
    for (const number of path.match(/-?[\d.]+/g) ?? []) {
      expect(Number(number), letters[index]).toBeGreaterThan(-30);
      expect(Number(number), letters[index]).toBeLessThan(140);
    }
  }
});

test('letters are as wide as in the font: W is wider than i, digits are alike, and missing characters have no width', () => {
  expect(font.width('W')).toBeGreaterThan(2 * font.width('i'));
  expect(font.width('é')).toBeCloseTo(font.width('e'), 2);
  expect(font.width('名')).toBe(0);
  expect(font.path('名', { x: 0, y: 0, size: 10 })).toBe('');
});

test('text advances by the width of its letters, stretched if requested', () => {
  const start = (path: string) => Number(/^M(-?[\d.]+)/.exec(path)?.[1]);
  const at = (x: number, stretch = 1) => start(font.path('n', { x, y: 0, size: 100, stretch }));
  const second = font
    .path('Wn', { x: 0, y: 0, size: 100 })
    .slice(font.path('W', { x: 0, y: 0, size: 100 }).length);
  expect(start(second)).toBeCloseTo(at(0) + font.width('W') * 100, 0);
  expect(at(0, 2)).toBeCloseTo(2 * at(0), 0);
});
