import { expect, test } from 'vitest';
import { formatRank } from './ordinal.ts';

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [101, '101st'],
  [111, '111th'],
  [1_112, '1112th'],
  [50_000, '50000th'],
  [50_001, '~50001st'],
  [null, 'N/A'],
  [undefined, 'N/A'],
])('rank %s is shown as %s', (rank, text) => {
  expect(formatRank(rank)).toBe(text);
});
