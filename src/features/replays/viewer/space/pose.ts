import type { Line } from '#lib/gbx/run/driven-line.ts';
import { isJump, placeAt, sampleBefore } from '../motion.ts';
import type { Run } from '../run.ts';
import type { Vector } from './vectors.ts';

/** A rotation as x, y, z and w. */
export type Turn = readonly [number, number, number, number];

/** How a car lies in space. */
export interface Pose {
  readonly at: Vector;
  readonly turn: Turn;
  readonly ahead: Vector;
  readonly up: Vector;
  /** in m/s */
  readonly speed: number;
}

/** Where a car is at a time, and how it is turned; it stays at its finish. */
export function poseAt({ line, durationMs }: Run, timeMs: number): Pose {
  const shownMs = Math.min(durationMs, Math.max(0, timeMs));
  const { x, y, z, speed } = placeAt(line, shownMs);
  const turn = turnAt(line, shownMs);
  return { at: [x, y, z], turn, ahead: turned(turn, [0, 0, 1]), up: turned(turn, [0, 1, 0]), speed };
}

/** Between two samples a rotation goes the shorter way, at nearly even speed. */
function turnAt(line: Line, timeMs: number): Turn {
  const i = sampleBefore(line, timeMs);
  const from = quaternion(line, i);
  if (i + 1 >= line.count || isJump(line, i)) return from;
  const [start, end] = [line.timesMs[i] ?? 0, line.timesMs[i + 1] ?? 0];
  const share = end > start ? (timeMs - start) / (end - start) : 0;
  const to = quaternion(line, i + 1);
  const dot = from.reduce((sum, part, at) => sum + part * (to[at] ?? 0), 0);
  const mixed = from.map((part, at) => part + ((dot < 0 ? -1 : 1) * (to[at] ?? 0) - part) * share);
  const length = Math.hypot(...mixed) || 1;
  return mixed.map((part) => part / length) as unknown as Turn; // four parts, as before
}

const quaternion = ({ rotations }: Line, i: number): Turn => [
  rotations[4 * i] ?? 0,
  rotations[4 * i + 1] ?? 0,
  rotations[4 * i + 2] ?? 0,
  rotations[4 * i + 3] ?? 1,
];

/** A vector turned by a rotation. */
export function turned([x, y, z, w]: Turn, [a, b, c]: Vector): Vector {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
