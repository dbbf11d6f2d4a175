import { expect, test } from 'vitest';
import type { Line } from './driven-line.ts';
import { numbersOfPoint, shortLine } from './short-line.ts';

type Place = readonly [x: number, y: number, z: number];

/** A line with a sample every 100 ms. */
function lineThrough(places: readonly Place[]): Line {
  const count = places.length;
  return {
    version: 13,
    count,
    timesMs: Int32Array.from(places, (_, at) => at * 100),
    positions: Float32Array.from(places.flat()),
    velocities: new Float32Array(3 * count),
    rotations: new Float32Array(4 * count),
    forwardSpeeds: new Float32Array(count),
    rpms: new Float32Array(count),
    steer: null,
    gas: null,
    brake: null,
    wheels: null,
  };
}

const steps = (count: number, placeAt: (at: number) => Place) =>
  Array.from({ length: count }, (_, at) => placeAt(at));
const timesOf = (points: readonly number[]) => points.filter((_, at) => at % numbersOfPoint === 0);

test.each([
  ['straight at one speed', steps(50, (at) => [at, 0, 0]), [0, 4900]],
  ['a corner', steps(50, (at) => [Math.min(at, 20), 0, Math.max(0, at - 20)]), [0, 2000, 4900]],
  ['a stop on a straight road', steps(50, (at) => [Math.min(at, 20), 0, 0]), [0, 2000, 4900]],
  ['less than a metre aside', steps(50, (at) => [at, at % 2 === 0 ? 0 : 0.9, 0]), [0, 4900]],
  ['a single sample', steps(1, () => [1, 2, 3]), []],
])('%s', (_what, places, times) => {
  expect(timesOf(shortLine(lineThrough(places), null))).toEqual(times);
});

test('points are in decimetres, and end with the run', () => {
  const line = lineThrough(steps(50, (at) => [at, 2 * at, -at]));
  expect(shortLine(line, 1000)).toEqual([0, 0, 0, 0, 1000, 100, 200, -100]);
  expect(shortLine(line, 0)).toEqual([]);
});

test('at every sample the car is within a metre of it; a wild run has fewer points, not more', () => {
  const wave = steps(3000, (at) => [at, 20 * Math.sin(at / 15), 30 * Math.cos(at / 40)]);
  const points = shortLine(lineThrough(wave), null);
  const times = timesOf(points);
  expect(times.length).toBeLessThan(1000);
  for (const [at, place] of wave.entries()) {
    const next = Math.max(
      1,
      times.findIndex((ms) => ms >= at * 100),
    );
    const [before, after] = [next - 1, next].map((n) =>
      points.slice(n * numbersOfPoint, (n + 1) * numbersOfPoint),
    );
    const share = (at * 100 - (before?.[0] ?? 0)) / ((after?.[0] ?? 0) - (before?.[0] ?? 0));
    const away = place.map((value, axis) => {
      const from = (before?.[axis + 1] ?? 0) / 10;
      return from + ((after?.[axis + 1] ?? 0) / 10 - from) * share - value;
    });
    expect(Math.hypot(...away), `at ${at}`).toBeLessThan(1.1); // rounded to decimetres
  }
  const wild = steps(20_000, (at) => [at % 2 === 0 ? 0 : 500, 0, at]);
  expect(timesOf(shortLine(lineThrough(wild), null)).length).toBeLessThanOrEqual(1500);
});
