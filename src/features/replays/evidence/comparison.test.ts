import { expect, test } from 'vitest';
import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import { measurement } from '#testing/measurements.ts';
import { compare, comparedFigure } from './comparison.ts';
import { type Figure, figures } from './figures.ts';

test.each([
  ['none', 5, [], null],
  ['one', 5, [7], { count: 1, median: 7, low: 7, high: 7, lower: 0, equal: 0 }],
  ['two', 5, [9, 4], { count: 2, median: 6.5, low: 4, high: 9, lower: 1, equal: 0 }],
  ['equal ones', 5, [5, 5, 5], { count: 3, median: 5, low: 5, high: 5, lower: 0, equal: 3 }],
  ['an odd number', 5, [9, 1, 5], { count: 3, median: 5, low: 1, high: 9, lower: 1, equal: 1 }],
])('compared with %s', (_what, own, others, expected) => {
  expect(compare(own, others)).toEqual(expected);
});

const figure = (key: Figure['key']) => figures.find((one) => one.key === key) as Figure; // every key has one
const changing = (perMinute: number) => measurement({ changesPerSecond: perMinute / 60 });
const sentence = (key: Figure['key'], run: RunMeasurement, runs: readonly RunMeasurement[] = []) =>
  comparedFigure(figure(key), run, runs, 'keyboard').sentence;

test.each([
  ['nobody', 124, [], '124 steering changes per minute; there is no other keyboard replay to compare with.'],
  ['one', 124, [98], '124 steering changes per minute; the only other keyboard replay has 98.'],
  ['equal ones', 124, [98, 98, 98], '124 steering changes per minute; all 3 other keyboard replays have 98.'],
  [
    'some that look equal',
    98.4,
    [97.6, 98.2],
    '98 steering changes per minute; both other keyboard replays have 98.',
  ],
  [
    'some',
    124,
    [98, 61, 140],
    '124 steering changes per minute; median of 3 other keyboard replays 98, range 61–140; higher than 2 of them.',
  ],
  [
    'some, one of them equal',
    98,
    [98, 61, 140],
    '98 steering changes per minute; median of 3 other keyboard replays 98, range 61–140; higher than 1 of them, equal to 1.',
  ],
  [
    'lower ones',
    200,
    [61, 140],
    '200 steering changes per minute; median of 2 other keyboard replays 101, range 61–140; higher than all of them.',
  ],
  [
    'higher ones',
    1,
    [61, 140],
    '1 steering change per minute; median of 2 other keyboard replays 101, range 61–140; lower than all of them.',
  ],
  [
    'the lowest of them',
    61,
    [61, 140],
    '61 steering changes per minute; median of 2 other keyboard replays 101, range 61–140; higher than none of them, equal to 1.',
  ],
])('a figure compared with %s', (_what, own, others, expected) => {
  expect(sentence('changes', changing(own), others.map(changing))).toBe(expected);
});

test.each([
  ['quick', { quickTurnShare: null }, 'Not measured: there are fewer than two turns.'],
  ['short', { pressLengths: [19] }, 'Not measured: there are fewer than 20 key presses.'],
  ['ticks', { onTickShare: null }, 'Not measured: there are no such inputs.'],
  ['steps', { ownSteps: null }, 'Not measured: the run was steered without a stick.'],
] as const)('%s of a run without them', (key, given, expected) => {
  expect(sentence(key, measurement(given), [changing(5)])).toBe(expected);
});

test('runs in which a figure cannot be measured do not count for it', () => {
  const own = measurement({ quickTurnShare: 0.25 });
  const others = [measurement({ quickTurnShare: null }), measurement({ quickTurnShare: 0.5 })];
  expect(sentence('quick', own, others)).toBe(
    '25 % of turns within 50 ms of the one before; the only other keyboard replay has 50.',
  );
});

test('short presses are those below 50 ms', () => {
  const pressLengths = [0, 0, 0, 0, 5, 15];
  expect(figure('short').of(measurement({ pressLengths }))).toBe(25);
});
