import { expect, test } from 'vitest';
import { flatness, type Sample, table, tolerances } from './samples.ts';

/** Ten minutes, a sample every five seconds. */
const run = (of: (second: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 120 }, (_, at) => ({
    second: at * 5,
    descriptors: 60,
    residentMb: 300,
    heapMb: 100,
    connections: 10,
    tempFiles: 1,
    requests: at * 100,
    cuts: at * 400,
    uploads: at,
    ...of(at * 5),
  }));

const growing = (samples: readonly Sample[]) =>
  flatness(samples).flatMap(({ measure, ok }) => (ok ? [] : [measure]));

test('a run without growth is flat, even with warm-up, noise or missing measurements', () => {
  expect(growing(run(() => ({})))).toEqual([]);
  expect(growing(run((second) => ({ residentMb: 200 + Math.min(second, 150) })))).toEqual([]);
  expect(growing(run((second) => ({ descriptors: 60 + (second % 45) })))).toEqual([]);
  expect(growing(run((second) => (second % 10 ? { heapMb: null } : {})))).toEqual([]);
});

test.each(Object.entries(tolerances))(
  '%s may grow to its limit and not beyond',
  (measure, { share, plus }) => {
    const lastThird = (value: number) => run((second) => ({ [measure]: second < 397 ? 50 : value }));
    const most = 50 * (1 + share) + plus;
    expect(growing(lastThird(most))).toEqual([]);
    expect(growing(lastThird(most + 0.1))).toEqual([measure]);
  },
);

test('a leak of one descriptor in a hundred aborts is detected, and one of 2 kB per abort', () => {
  expect(growing(run((second) => ({ descriptors: 60 + (second * 83) / 100 })))).toEqual(['descriptors']);
  expect(growing(run((second) => ({ heapMb: 100 + (second * 83 * 2) / 1024 })))).toEqual(['heapMb']);
});

test('the table has a line for every minute', () => {
  const lines = table(run(() => ({}))).split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[10]?.trim().split(/ +/).slice(0, 5)).toEqual(['10', '1100', '4400', '11', '60']);
});
