import { expect, test } from 'vitest';
import { primaryTypes } from '#lib/codes/track.ts';
import { formatResult } from './result.ts';

test.each([
  ['Race', 78_410, 78_410, '01:18.41'],
  ['Race', 78_410, null, '01:18.41'],
  ['Puzzle', 7070, 7070, '00:07.07'],
  ['Platform', 78_410, 0, '01:18.41 (0)'],
  ['Platform', 78_410, 12, '01:18.41 (12)'],
  ['Platform', 78_410, null, '01:18.41'],
  ['Stunts', 68_540, 500, '500 pts'],
  ['Stunts', 68_540, null, 'N/A'],
  ['Race', null, 3, 'N/A'],
] as const)('%s, %s ms, score %s: %s', (type, timeMs, score, shown) => {
  expect(formatResult(primaryTypes.indexOf(type), timeMs, score)).toBe(shown);
});
