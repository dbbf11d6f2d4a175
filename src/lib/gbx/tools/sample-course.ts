import type { BlockSpec } from './challenge-spec.ts';

/** A short straight piece of a run with constant speed. */
export type Leg = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly from: Point;
  readonly to: Point;
  /** Angle from z towards x. */
  readonly heading: number;
  /** In m/s. */
  readonly speed: number;
  /** -1 (left) to 1 (right). */
  readonly steer: number;
  readonly isBraking: boolean;
};

export type Course = {
  readonly legs: readonly Leg[];
  readonly durationMs: number;
  /** Of the checkpoints, and of the ends of all laps but the last. */
  readonly checkpointsMs: readonly number[];
};

type Point = readonly [x: number, y: number, z: number];
type Metres = { readonly width: number; readonly height: number; readonly road: number };

const stepsPerBlock = 8;
/** In m/s and m/s². */
const fastest = 62;
const slowestBend = 17;
const acceleration = 16;
const braking = 28;
/** A way along the middle of the road, with bends rounded, and the speed at which a driver takes each part of it. */
export function courseOf(lap: readonly BlockSpec[], metres: Metres, random: () => number, laps = 1): Course {
  const blocks = Array.from({ length: laps }, () => lap).flat();
  const middles = blocks.map((block) => middleOf(block, metres));
  const { points, startOf } = roundedWay(middles, random);
  const speeds = speedsOf(points, 0.9 + 0.15 * random());
  const legs: Leg[] = [];
  let timeMs = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const [from, to] = [points[i] as Point, points[i + 1] as Point]; // both below the length
    const [before, after] = [speeds[i] ?? 1, speeds[i + 1] ?? 1];
    const speed = Math.max(1, (before + after) / 2);
    const heading = headingOf(from, to);
    const bend = i === 0 ? 0 : angleBetween(legs[i - 1]?.heading ?? heading, heading);
    const toMs = timeMs + (1000 * lengthOf(from, to)) / speed;
    const steer = Math.abs(bend) < 0.02 ? 0 : Math.max(-1, Math.min(1, -6 * bend));
    legs.push({ fromMs: timeMs, toMs, from, to, heading, speed, steer, isBraking: after < before - 0.5 });
    timeMs = toMs;
  }
  const isLapEnd = (i: number) => (i + 1) % lap.length === 0 && i + 1 < blocks.length;
  const checkpointsMs = blocks.flatMap(({ name }, i) =>
    /check/i.test(name) || isLapEnd(i) ? [legs[startOf[i] ?? 0]?.fromMs ?? 0] : [],
  );
  return { legs, durationMs: timeMs, checkpointsMs };
}

function middleOf({ x, y, z }: BlockSpec, { width, height, road }: Metres): Point {
  return [(x + 0.5) * width, y * height + road, (z + 0.5) * width];
}

/** From the middle of the first block to that of the last; each block between is a curve from edge to edge. */
function roundedWay(middles: readonly Point[], random: () => number): { points: Point[]; startOf: number[] } {
  const points: Point[] = [];
  const startOf: number[] = [];
  for (const [i, middle] of middles.entries()) {
    startOf.push(points.length);
    const before = middles[i - 1];
    const next = middles[i + 1];
    const from = before ? between(before, middle, 0.5) : middle;
    const to = next ? between(middle, next, 0.5) : middle;
    const off = 0.12 * (random() - 0.5); // drivers differ a little
    const turn = between(middle, between(from, to, 0.5), 0.25 + off);
    for (let step = 0; step < stepsPerBlock; step++) {
      const t = step / stepsPerBlock;
      points.push(between(between(from, turn, t), between(turn, to, t), t));
    }
  }
  const last = middles.at(-1);
  if (last) points.push(last);
  return { points, startOf };
}

function speedsOf(points: readonly Point[], skill: number): number[] {
  const speeds = points.map((point, i) => {
    const [before, next] = [points[i - 1], points[i + 1]];
    if (!before || !next) return fastest;
    const bend = Math.abs(angleBetween(headingOf(before, point), headingOf(point, next)));
    return Math.max(slowestBend, fastest - 240 * bend) * skill;
  });
  speeds[0] = 0;
  const limit = (at: number, from: number, most: number) => {
    const length = lengthOf(points[at] as Point, points[from] as Point); // both below the length
    speeds[at] = Math.min(speeds[at] ?? 0, Math.sqrt((speeds[from] ?? 0) ** 2 + 2 * most * length));
  };
  for (let i = 1; i < speeds.length; i++) limit(i, i - 1, acceleration);
  for (let i = speeds.length - 2; i > 0; i--) limit(i, i + 1, braking);
  return speeds;
}

const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
const lengthOf = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
const headingOf = (a: Point, b: Point): number => Math.atan2(b[0] - a[0], b[2] - a[2]);

/** From one heading to another, between -π and π; to the left is positive. */
function angleBetween(from: number, to: number): number {
  const turn = to - from;
  return Math.atan2(Math.sin(turn), Math.cos(turn));
}

/** Where the car is at a time; after the end it rolls on with its last speed. */
export function legAt(
  { legs }: Course,
  timeMs: number,
): { readonly leg: Leg; readonly position: Point; readonly isPastEnd: boolean } {
  let [low, high] = [0, legs.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((legs[middle]?.fromMs ?? 0) <= timeMs) low = middle;
    else high = middle - 1;
  }
  const leg = legs[low] as Leg; // a course has legs, and `low` is one of them
  const t = (timeMs - leg.fromMs) / Math.max(1, leg.toMs - leg.fromMs);
  return { leg, position: between(leg.from, leg.to, t), isPastEnd: timeMs > leg.toMs };
}
