import { expect, test } from 'vitest';
import { formatCount, formatWhole } from './count.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1000'],
  [1_001, '1.0K'],
  [1_260, '1.3K'],
  [123_456, '123.5K'],
  [999_949, '999.9K'],
  [999_950, '1.0M'],
  [1_000_000, '1.0M'],
  [12_345_678, '12.3M'],
  [-1_500, '-1.5K'],
  [null, 'N/A'],
  [undefined, 'N/A'],
  [Number.NaN, 'N/A'],
])('%s is shown as %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [-12_345_678, '-12,345,678'],
])('%s is written in full as %s', (count, text) => {
  expect(formatWhole(count)).toBe(text);
});
