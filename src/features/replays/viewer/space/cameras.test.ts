import { describe, expect, test } from 'vitest';
import { loopRadius, loopRun, straightRun } from '#testing/straight-run.ts';
import { type Look, lookOf, televisionSpots } from './cameras.ts';
import { poseAt } from './pose.ts';
import {
  type CameraKind,
  cameraKinds,
  cameraParameter,
  nextCamera,
  spaceViewOf,
  usualOrbit,
} from './space-view.ts';
import { stillAt } from './stills.ts';
import { direction, lengthOf, minus, type Vector } from './vectors.ts';

const run = straightRun();
const gates = [
  { kind: 'checkpoint', left: [90, 10, 200], right: [110, 10, 200], tall: 12 },
  { kind: 'finish', left: [90, 10, 350], right: [110, 10, 350], tall: 12 },
] as const;
const spots = televisionSpots(gates);
const look = (kind: (typeof cameraKinds)[number], timeMs: number): Look =>
  lookOf(kind, { run, timeMs, orbit: usualOrbit, spots });
const seesAt = ({ eye, target }: Look, at: Vector) => {
  const [to, from] = [direction(minus(target, eye)), direction(minus(at, eye))];
  return to[0] * from[0] + to[1] * from[1] + to[2] * from[2];
};

test('a car lies between two samples where it was, and is turned the shorter way', () => {
  const pose = poseAt(run, 1050);
  expect(pose.at[2]).toBeCloseTo(100 + 21, 1);
  expect(pose.ahead[2]).toBeCloseTo(1, 3);
  expect(lengthOf(pose.up)).toBeCloseTo(1, 5);
  expect(poseAt(run, 1e9).at).toEqual(poseAt(run, run.durationMs).at);
});

test.each(cameraKinds.filter((kind) => kind !== 'cockpit'))('%s looks at the car from outside', (kind) => {
  for (const timeMs of [0, 1234, run.durationMs]) {
    const { at } = poseAt(run, timeMs);
    const seen = look(kind, timeMs);
    expect(seesAt(seen, at)).toBeGreaterThan(0.9);
    expect(lengthOf(minus(seen.eye, at))).toBeGreaterThan(3);
    expect(seen.isInside).toBe(false);
  }
});

test('the chase camera is behind the car and above it, the cockpit in it', () => {
  const { at } = poseAt(run, 2000);
  const chase = look('chase', 2000);
  expect(chase.eye[2]).toBeLessThan(at[2] - 5);
  expect(chase.eye[1]).toBeGreaterThan(at[1] + 2);
  const cockpit = look('cockpit', 2000);
  expect(lengthOf(minus(cockpit.eye, at))).toBeLessThan(2);
  expect(cockpit.isInside).toBe(true);
});

test('the television camera stands at the nearest gate, beside its road', () => {
  const early = look('television', 2000);
  const late = look('television', run.durationMs);
  expect(early.eye).toEqual(spots[0]);
  expect(late.eye).toEqual(spots[1]);
  expect(early.eye[0]).toBeGreaterThan(110);
  expect(lookOf('television', { run, timeMs: 2000, orbit: usualOrbit, spots: [] })).toEqual(
    look('chase', 2000),
  );
});

describe('the address restores the camera', () => {
  const viewOf = (text: string) => spaceViewOf(new URLSearchParams(text));
  test.each(cameraKinds)('%s', (camera) => {
    const view = { camera, orbit: { around: 200, above: 10, metres: 80 } };
    const read = viewOf(`camera=${cameraParameter(view)}`);
    expect(read).toEqual(camera === 'orbit' ? view : { camera, orbit: usualOrbit });
  });
  test.each([
    ['', null],
    ['camera=drone', null],
    ['camera=orbit,1,2', { camera: 'orbit', orbit: usualOrbit }],
    ['camera=orbit,9999,0,1', { camera: 'orbit', orbit: { around: 279, above: 2, metres: 6 } }],
    ['camera=orbit,a,b,c', { camera: 'orbit', orbit: usualOrbit }],
  ])('%s', (text, expected) => {
    expect(viewOf(text)).toEqual(expected);
  });
  test('one key goes through all cameras', () => {
    const afterPresses = (times: number): CameraKind =>
      times === 0 ? 'chase' : nextCamera(afterPresses(times - 1));
    const seen = new Set(cameraKinds.map((_, times) => afterPresses(times)));
    expect(seen.size).toBe(cameraKinds.length);
  });
});

test('with less motion, a run stands at the last checkpoint that it has passed', () => {
  const passed = { checkpointsMs: [1000, 2500] };
  expect([0, 999, 1000, 2499, 9000].map((timeMs) => stillAt(passed, timeMs))).toEqual([
    0, 0, 1000, 1000, 2500,
  ]);
});

test('in a loop the chase camera stays on the inner side of the road', () => {
  // half way round, the car hangs upside down
  const loop = loopRun();
  for (const share of [0.3, 0.5, 0.7]) {
    const { eye } = lookOf('chase', { run: loop, timeMs: share * loop.durationMs, orbit: usualOrbit, spots });
    expect(Math.hypot(eye[1] - loopRadius, eye[2])).toBeLessThan(loopRadius - 1);
  }
});

test('before it has driven far, the chase camera stands straight behind the car', () => {
  const { at } = poseAt(run, 0);
  expect(look('chase', 0).eye[2]).toBeCloseTo(at[2] - 9.5, 1);
});
