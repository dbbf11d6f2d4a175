import type { Line } from '#lib/gbx/run/driven-line.ts';

/** Where the car is at a time. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** In m/s. */
  readonly speed: number;
}

/** A step is a respawn if it is this many times what the higher of its two speeds allows, and `jumpMetres` more. */
const jumpFactor = 1.5;
const jumpMetres = 2;

/** Whether the car was put elsewhere between sample i and the next one. */
export function isJump({ positions, velocities, timesMs }: Line, i: number): boolean {
  const seconds = ((timesMs[i + 1] ?? 0) - (timesMs[i] ?? 0)) / 1000;
  const speed = Math.max(lengthAt(velocities, i), lengthAt(velocities, i + 1));
  return stepLength(positions, i) > jumpFactor * seconds * speed + jumpMetres;
}

/** The times after which the car was put elsewhere. */
export function jumpsOf(line: Line): number[] {
  const times: number[] = [];
  for (let i = 0; i + 1 < line.count; i++) if (isJump(line, i)) times.push(line.timesMs[i + 1] ?? 0);
  return times;
}

const lengthAt = (vectors: Float32Array, i: number): number =>
  Math.hypot(vectors[3 * i] ?? 0, vectors[3 * i + 1] ?? 0, vectors[3 * i + 2] ?? 0);

const stepLength = (positions: Float32Array, i: number): number =>
  Math.hypot(
    (positions[3 * i + 3] ?? 0) - (positions[3 * i] ?? 0),
    (positions[3 * i + 4] ?? 0) - (positions[3 * i + 1] ?? 0),
    (positions[3 * i + 5] ?? 0) - (positions[3 * i + 2] ?? 0),
  );

/** The last sample at or before a time. */
export function sampleBefore({ timesMs, count }: Line, timeMs: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((timesMs[middle] ?? 0) <= timeMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Position and speed at a time: a cubic curve through two samples with their speeds. Between the samples of a respawn it stays
 * at the first; after the last sample it rolls on.
 */
export function placeAt(line: Line, timeMs: number): Place {
  const i = sampleBefore(line, Math.max(0, timeMs));
  const from = line.timesMs[i] ?? 0;
  const seconds = (Math.max(0, timeMs) - from) / 1000;
  const at = (axis: 0 | 1 | 2, sample: number) => line.positions[3 * sample + axis] ?? 0;
  const moving = (axis: 0 | 1 | 2, sample: number) => line.velocities[3 * sample + axis] ?? 0;
  const speed = lengthAt(line.velocities, i);
  if (i + 1 >= line.count)
    return {
      x: at(0, i) + moving(0, i) * seconds,
      y: at(1, i) + moving(1, i) * seconds,
      z: at(2, i) + moving(2, i) * seconds,
      speed,
    };
  if (isJump(line, i)) return { x: at(0, i), y: at(1, i), z: at(2, i), speed };
  const step = ((line.timesMs[i + 1] ?? from) - from) / 1000;
  const t = step > 0 ? seconds / step : 0;
  const curve = (axis: 0 | 1 | 2) =>
    hermite(at(axis, i), moving(axis, i) * step, at(axis, i + 1), moving(axis, i + 1) * step, t);
  return {
    x: curve(0),
    y: curve(1),
    z: curve(2),
    speed: speed + t * (lengthAt(line.velocities, i + 1) - speed),
  };
}

/** The cubic from `a` with slope `va` at t = 0 to `b` with slope `vb` at t = 1. */
export function hermite(a: number, va: number, b: number, vb: number, t: number): number {
  const [t2, t3] = [t * t, t * t * t];
  return (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * va + (3 * t2 - 2 * t3) * b + (t3 - t2) * vb;
}

/** The direction of the car's front seen from above, as an angle from x towards z. */
export function headingAt({ rotations }: Line, i: number): number {
  const [x = 0, y = 0, z = 0, w = 0] = rotations.subarray(4 * i, 4 * i + 4);
  return Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y));
}
