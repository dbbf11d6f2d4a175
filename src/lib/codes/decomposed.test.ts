import { expect, test } from 'vitest';
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

/** Processor time in microseconds, the best of five. */
function work(text: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    decomposed(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...runs);
}

test.each([
  ['two sorts in turn', (length: number) => `a${(above + below).repeat(length / 2)}`],
  ['the higher ones first', (length: number) => `a${above.repeat(length / 2)}${below.repeat(length / 2)}`],
  ['letters that become marks', (length: number) => (voicing + above).repeat(length / 2)],
  ['30 on each letter', (length: number) => `a${(above + below).repeat(15)}`.repeat(length / 31)],
])('marks take linear time: %s', (_, make) => {
  // four times the text: six times the work allows for noise, quadratic work would be sixteen times
  expect(work(make(65_536))).toBeLessThanOrEqual(6 * Math.max(work(make(16_384)), 500));
});
