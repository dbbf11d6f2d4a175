import { describe, expect, test } from 'vitest';
import { straightRun } from '#testing/straight-run.ts';
import { placeAt } from '../viewer/motion.ts';
import { lengthOf, minus } from '../viewer/space/vectors.ts';
import { flightAlong, flightAround, shareAfter, stillMs } from './flight.ts';

const shares = Array.from({ length: 21 }, (_, at) => at / 20);

describe('along a run', () => {
  const run = straightRun();
  const flight = flightAlong(run);
  test.each(shares)('after %d of the way, the camera is above the road and looks ahead', (share) => {
    const { eye, target } = flight.lookAt(share);
    const { y, z } = placeAt(run.line, share * run.durationMs);
    expect(eye[1] - y).toBeGreaterThan(10);
    expect(Math.abs(eye[2] - z)).toBeLessThan(45);
    expect(target[2]).toBeGreaterThan(eye[2] + 20);
    expect(target[1]).toBeLessThan(eye[1]);
  });
  test('it moves in small steps', () => {
    for (let at = 0; at < 200; at++) {
      const [one, next] = [flight.lookAt(at / 200), flight.lookAt((at + 1) / 200)];
      expect(lengthOf(minus(next.eye, one.eye))).toBeLessThan(2);
      expect(lengthOf(minus(next.target, one.target))).toBeLessThan(2);
    }
  });
  test('it lasts neither a moment nor minutes', () => {
    expect(flight.lastsMs).toBe(12_000);
    expect(flightAlong({ ...run, durationMs: 93 * 60_000 }).lastsMs).toBe(45_000);
  });
});

test('around what is built, everything stays in the middle, and the last picture is the first', () => {
  const flight = flightAround([0, 0, 0, 200, 40, 100]);
  for (const share of shares) {
    const { eye, target } = flight.lookAt(share);
    expect(target).toEqual([100, 20, 50]);
    expect(Math.hypot(eye[0] - 100, eye[2] - 50)).toBeCloseTo(165);
  }
  expect(lengthOf(minus(flight.lookAt(0).eye, flight.lookAt(1).eye))).toBeCloseTo(0);
  expect(flightAround([]).lookAt(0).target).toEqual([0, 0, 0]);
});

test.each([
  [0, false, 0],
  [6000, false, 0.5],
  [12_000, false, null],
  [stillMs - 1, true, 0],
  [stillMs, true, 0.2],
  [6 * stillMs - 1, true, 1],
  [6 * stillMs, true, null],
])('after %d ms, with less motion %s: %s', (passedMs, isStill, share) => {
  expect(shareAfter(flightAlong(straightRun()), passedMs, isStill)).toBe(share);
});
