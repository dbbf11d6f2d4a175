import { expect, test } from 'vitest';
import { fixedWorth, standardLifeMs } from '#features/leaderboards/model.ts';
import {
  contributionOf,
  environmentScore,
  fixedPoints,
  isExpired,
  leaderboardMark,
  overallScore,
  packWorth,
  quality,
  standardPoints,
  trackValueOf,
} from './board-oracle.ts';

const run = (timeMs: number, respawns = 0, score: number | null = null) => ({ timeMs, respawns, score });

test.each([
  [60_000, 20_100],
  [60_600, 19_900],
  [63_000, 19_142],
  [75_000, 16_080],
])('on a track of value 20100 with a best of 60.00, %i ms score %i', (timeMs, points) => {
  expect(standardPoints(20_100, 0, run(60_000), run(timeMs))).toBe(points);
});

test.each([
  ['stunts are measured by points', 3, run(1, 0, 600), run(1, 0, 450), 15_000],
  ['platform tracks by time and ten seconds a respawn', 2, run(30_000), run(35_000, 2), 10_909],
  ['a stunts track without points is the same for all', 3, run(1, 0, 0), run(1, 0, 0), 20_000],
])('%s', (_, type, best, other, points) => {
  expect(standardPoints(20_000, type, best, other)).toBe(points);
  expect(Math.floor(20_000 * quality(type, best, other))).toBe(points);
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
  expect(environmentScore(points)).toBe(10_600);
  expect(environmentScore(points.slice(1))).toBe(8940);
  expect(overallScore([[20_100, 19_900, 15_000], [12_000, 3000], [9000]], 3)).toBe(6400);
  expect(overallScore([points], 1)).toBe(10_600);
});

test('contributions follow the snapshot of the board: the leader adds most, nobody less than 100', () => {
  const snapshot = [8000, 6000, 2000, 0];
  const contributions = snapshot.map((score) => contributionOf(score, 8000));
  expect(contributions).toEqual([10_000, 7500, 2500, 100]);
  expect(trackValueOf(contributions)).toBe(20_100);
});

test.each([
  ['an eleventh that is larger than the smallest', 4000, 65_500],
  ['an eleventh that is smaller', 1900, 64_000],
  ['an eleventh that is equal', 2500, 64_000],
])('the ten largest contributions count: %s', (_, eleventh, value) => {
  const ten = [10_000, 9000, 8500, 8000, 7500, 6500, 5000, 4000, 3000, 2500];
  expect(trackValueOf(ten)).toBe(64_000);
  expect(trackValueOf([...ten, eleventh])).toBe(value);
});

test('while a board is empty each driver adds 1000; no track is worth more than 100000', () => {
  expect(trackValueOf([0, 0, 0].map((own) => contributionOf(own, 0)))).toBe(3000);
  expect(trackValueOf(Array.from({ length: 12 }, () => 10_000))).toBe(100_000);
  expect(trackValueOf([])).toBe(0);
});

test.each([
  [standardLifeMs - 1, false],
  [standardLifeMs, true],
  [standardLifeMs + 1, true],
])('%i ms after it was driven, a replay has expired: %s', (age, expired) => {
  expect(isExpired(new Date(5), new Date(5 + age))).toBe(expired);
});

test('marks: two of an environment on the overall board, ten on its own; one mark where there is one environment', () => {
  const places = [0, 1, 2, 9, 10];
  expect(places.map((place) => leaderboardMark(place, 7))).toEqual([2, 2, 1, 1, 0]);
  expect(places.map((place) => leaderboardMark(place, 1))).toEqual([1, 1, 1, 1, 0]);
});
