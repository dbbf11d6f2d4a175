import type { Line } from '#lib/gbx/run/driven-line.ts';
import { isJump, placeAt } from './motion.ts';

/** A run at equal steps of time, from the start to its end: fine enough to compare with another. */
export interface TrackLine {
  readonly stepMs: number;
  readonly count: number;
  /** x, y and z of each point, in metres */
  readonly points: Float32Array;
  /** in m/s */
  readonly speeds: Float32Array;
  /** driven so far, in metres, without the jumps of respawns */
  readonly distances: Float32Array;
  /** 1 if the car was put elsewhere just before this point */
  readonly jumps: Uint8Array;
}

const finestMs = 10;
/** Long runs get larger steps: 40,000 points are 6 minutes at 10 ms. */
const maxPoints = 40_000;

/** Resamples a line up to `endMs`. */
export function trackLine(line: Line, endMs: number): TrackLine {
  const stepMs = Math.max(finestMs, Math.ceil(endMs / maxPoints / finestMs) * finestMs);
  const count = Math.floor(endMs / stepMs) + 1;
  const points = new Float32Array(3 * count);
  const speeds = new Float32Array(count);
  const distances = new Float32Array(count);
  const jumps = new Uint8Array(count);
  let sample = 0;
  let driven = 0;
  for (let i = 0; i < count; i++) {
    const timeMs = i * stepMs;
    let jumped = false;
    while (sample + 1 < line.count && (line.timesMs[sample + 1] ?? 0) <= timeMs) {
      jumped ||= isJump(line, sample);
      sample++;
    }
    const { x, y, z, speed } = placeAt(line, timeMs);
    if (i > 0 && !jumped) {
      driven += Math.hypot(
        x - (points[3 * i - 3] ?? 0),
        y - (points[3 * i - 2] ?? 0),
        z - (points[3 * i - 1] ?? 0),
      );
    }
    points.set([x, y, z], 3 * i);
    speeds[i] = speed;
    distances[i] = driven;
    jumps[i] = jumped ? 1 : 0;
  }
  return { stepMs, count, points, speeds, distances, jumps };
}

/** The distance driven until a time. */
export function distanceAt({ distances, stepMs, count }: TrackLine, timeMs: number): number {
  const at = Math.min(count - 1, Math.max(0, timeMs / stepMs));
  const i = Math.floor(at);
  const from = distances[i] ?? 0;
  return from + (at - i) * ((distances[Math.min(i + 1, count - 1)] ?? from) - from);
}

/** When a distance was reached. */
export function timeAtDistance({ distances, stepMs, count }: TrackLine, distance: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((distances[middle] ?? 0) < distance) low = middle + 1;
    else high = middle;
  }
  const [before, here] = [distances[Math.max(0, low - 1)] ?? 0, distances[low] ?? 0];
  const share = here > before ? Math.min(1, Math.max(0, (distance - before) / (here - before))) : 1;
  return Math.max(0, low - 1 + share) * stepMs;
}
