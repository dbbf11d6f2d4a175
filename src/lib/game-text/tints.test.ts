import { expect, test } from 'vitest';
import { contrastOn, LEAST_CONTRAST, readableColour, tintClass, tintStylesheet } from './tints.ts';

test('tints.css is what tintStylesheet() returns', async () => {
  await expect(tintStylesheet()).toMatchFileSnapshot('./tints.css');
});

test('every tint is readable by day and by night', () => {
  const pairs = [...tintStylesheet().matchAll(/light-dark\((#\w{6}), (#\w{6})\)/g)];
  expect(pairs).toHaveLength(216);
  for (const [, day = '', night = ''] of pairs) {
    expect(contrastOn(day, 'day'), day).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    expect(contrastOn(night, 'night'), night).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  }
});

test.each([
  ['#cc0000', 'day', '#c30000'],
  ['#000000', 'day', '#000000'],
  ['#ffffff', 'day', '#5f5f5f'],
  ['#ffffff', 'night', '#ffffff'],
  ['#000000', 'night', '#989898'],
  ['#FFCC00', 'night', '#ffcc00'],
] as const)('%s by %s becomes %s', (colour, ground, readable) => {
  expect(readableColour(colour, ground)).toBe(readable);
});

test.each([
  ['f90', 'tint-f90'],
  ['f80', 'tint-f90'],
  ['123', 'tint-033'],
  ['e1d', 'tint-f0c'],
])('the colour %s is painted by %s', (colour, name) => {
  expect(tintClass(colour)).toBe(name);
});
