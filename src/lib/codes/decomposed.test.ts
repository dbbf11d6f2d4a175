import { expect, test } from 'vitest';
import { growth, linearGrowth } from '#testing/least-work.ts';
import { decomposed } from './decomposed.ts';

const [above, below, voicing] = ['\u0301', '\u0323', '\uff9e'];

test.each([
  ['é', 'e\u0301'],
  ['ﬁne', 'fine'],
  ['Ａ', 'A'],
  [`a${above}${below}`, `a${below}${above}`],
])('%j is decomposed', (text, expected) => expect(decomposed(text)).toBe(expected));

test.each([29, 30, 31, 5000])('of %d marks in a row the first 30 are kept', (marks) => {
  expect(decomposed(`a${above.repeat(marks)}b`)).toBe(`a${above.repeat(Math.min(marks, 30))}b`);
});

test.each([
  ['two sorts in turn', (length: number) => `a${(above + below).repeat(length / 2)}`],
  ['the higher ones first', (length: number) => `a${above.repeat(length / 2)}${below.repeat(length / 2)}`],
  ['letters that become marks', (length: number) => (voicing + above).repeat(length / 2)],
  ['30 on each letter', (length: number) => `a${(above + below).repeat(15)}`.repeat(length / 31)],
])('marks take linear time: %s', (_, make) => {
  expect(growth((length) => decomposed(make(length)))).toBeLessThanOrEqual(linearGrowth);
});
