import { expect, test } from 'vitest';
import {
  environmentStanding,
  fixedPoints,
  fixedWorth,
  overallStanding,
  packWorth,
  quality,
  standardPoints,
} from './model.ts';

const run = (timeMs: number, respawns = 0, score: number | null = null) => ({ timeMs, respawns, score });

test.each([
  [60_000, 20_100],
  [60_600, 19_900],
  [63_000, 19_142],
  [75_000, 16_080],
])('on a track of value 20100 with a best of 60.00, %i ms score %i', (timeMs, points) => {
  expect(standardPoints(20_100, quality(0, run(60_000), run(timeMs)))).toBe(points);
});

test.each([
  ['stunts are measured by points', 3, run(1, 0, 600), run(1, 0, 450), 15_000],
  ['platform tracks by time and ten seconds a respawn', 2, run(30_000), run(35_000, 2), 10_909],
  ['a stunts track without points is the same for all', 3, run(1, 0, 0), run(1, 0, 0), 20_000],
])('%s', (_, type, best, other, points) => {
  expect(standardPoints(20_000, quality(type, best, other))).toBe(points);
});

test.each([
  [60_600, 9234],
  [63_000, 6768],
  [66_000, 4665],
  [72_000, 2325],
  [120_000, 39],
])('on a classic track with a best of 60.00, %i ms score %i', (timeMs, points) => {
  expect(fixedPoints(fixedWorth, quality(0, run(60_000), run(timeMs)))).toBe(points);
});

test('in a pack, first of three drivers and second of twelve', () => {
  const first = fixedPoints(packWorth(3), 1);
  const second = fixedPoints(packWorth(12), quality(0, run(45_000), run(45_900)));
  expect(packWorth(3) + packWorth(12)).toBe(13_000);
  expect(first + second).toBe(11_534);
});

test('scores use the ten best of an environment, and the two best of each for the overall board', () => {
  const points = [20_100, 19_900, 15_000, 12_000, 9000, 8000, 7000, 6000, 5000, 4000, 3500, 100];
  expect(environmentStanding(points)).toBe(10_600);
  expect(environmentStanding(points.slice(1))).toBe(8940);
  expect(overallStanding([[20_100, 19_900, 15_000], [12_000, 3000], [9000]], 3)).toBe(6400);
  expect(overallStanding([points], 1)).toBe(10_600);
});
