import { expect, test } from 'vitest';
import { growth, linearGrowth } from '#testing/least-work.ts';
import { decomposed, wellFormed } from './text.ts';

test.each(['', 'plain', 'caf\u00e9 \u{1f3c1}', '\ud83c\udfc1', 'a\ud83cb', '\udfc1\ud83c', '\ud83c'])(
  '%j becomes what toWellFormed returns',
  (text) => {
    expect(wellFormed(text)).toBe(text.toWellFormed());
  },
);

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
