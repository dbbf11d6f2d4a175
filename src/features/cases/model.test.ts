import { expect, test } from 'vitest';
import { appealedAct, hintLabel, isTaken, reportsScore } from './model.ts';

test.each([
  [1, 20],
  [4, 80],
  [5, 80],
])('%i reports score %i', (reports, expected) => {
  expect(reportsScore(reports)).toBe(expected);
});

const now = new Date('2026-11-24T12:00:00Z');

test.each([
  ['never taken', null, false],
  ['just taken', now, true],
  ['a second before its release', new Date('2026-11-24T11:30:01Z'), true],
  ['taken half an hour ago', new Date('2026-11-24T11:30:00Z'), false],
])('a case %s', (_, at, expected) => {
  expect(isTaken(at && { by: 1, at }, now)).toBe(expected);
});

test('the hint of an appeal names its action', () => {
  expect(appealedAct('act 15')).toBe('15');
  expect(appealedAct('sameBlocks')).toBeNull();
  expect(hintLabel('act 15')).toBe('Action 15');
  expect(hintLabel('sameBlocks')).toBe('Same blocks');
});
