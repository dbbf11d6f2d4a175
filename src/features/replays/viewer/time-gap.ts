import { distanceAt, type TrackLine, timeAtDistance } from './track-line.ts';

/** How far one run is behind another along the way: positive if it is later. */
export interface Gap {
  /** driven by the run that is compared with, in metres; never falls */
  readonly distances: readonly number[];
  readonly gapsMs: readonly number[];
}

const everyMs = 50;
/** The match with the other run is searched this far ahead of the last one; further after a respawn. */
const aheadMs = 1200;
const aheadOfRespawnMs = 6000;
/** Runs farther apart than this take different ways, so that no place of one belongs to a place of the other. */
const sameWayMetres = 15;

/**
 * The gap of run `b` to run `a`: for points of b, the nearest point of a between the last match and a little later, so that
 * laps and crossings are not mixed up. Null if they take different ways for more than a tenth of the run.
 */
export function gapAlongLine(a: TrackLine, b: TrackLine): Gap | null {
  const distances: number[] = [];
  const gapsMs: number[] = [];
  let matched = 0;
  let astray = 0;
  let points = 0;
  for (let timeMs = 0; timeMs <= (b.count - 1) * b.stepMs; timeMs += everyMs) {
    const at = Math.round(timeMs / b.stepMs);
    const found = nearest(a, matched, b.points, at);
    points++;
    if (found.metres > sameWayMetres) {
      astray++;
      continue;
    }
    matched = Math.floor(found.index);
    distances.push(distanceAt(a, found.index * a.stepMs));
    gapsMs.push(at * b.stepMs - found.index * a.stepMs);
  }
  return astray > points / 10 ? null : { distances, gapsMs };
}

/** The nearest point of a's line to point `at` of the other, as an index with a fraction. */
function nearest(
  a: TrackLine,
  from: number,
  others: Float32Array,
  at: number,
): { index: number; metres: number } {
  const [x, y, z] = [others[3 * at] ?? 0, others[3 * at + 1] ?? 0, others[3 * at + 2] ?? 0];
  let best = { index: from, metres: Number.POSITIVE_INFINITY };
  let last = Math.min(a.count - 1, from + Math.round(aheadMs / a.stepMs));
  const lastOfRespawn = Math.min(a.count - 1, from + Math.round(aheadOfRespawnMs / a.stepMs));
  for (let i = from; i <= last; i++) {
    if (a.jumps[i] === 1) last = lastOfRespawn;
    const share = a.jumps[i + 1] === 1 || i + 1 >= a.count ? 0 : shareOnSegment(a.points, i, x, y, z);
    const metres = distanceTo(a.points, i, share, x, y, z);
    if (metres < best.metres) best = { index: i + share, metres };
  }
  return best;
}

/** How far along the segment from point i to the next the nearest place to (x, y, z) is. */
function shareOnSegment(points: Float32Array, i: number, x: number, y: number, z: number): number {
  const at = 3 * i;
  const dx = (points[at + 3] ?? 0) - (points[at] ?? 0);
  const dy = (points[at + 4] ?? 0) - (points[at + 1] ?? 0);
  const dz = (points[at + 5] ?? 0) - (points[at + 2] ?? 0);
  const length = dx * dx + dy * dy + dz * dz;
  if (length === 0) return 0;
  const along =
    (x - (points[at] ?? 0)) * dx + (y - (points[at + 1] ?? 0)) * dy + (z - (points[at + 2] ?? 0)) * dz;
  return Math.min(1, Math.max(0, along / length));
}

function distanceTo(points: Float32Array, i: number, share: number, x: number, y: number, z: number): number {
  const at = 3 * i;
  const on = (axis: number) => {
    const from = points[at + axis] ?? 0;
    return share === 0 ? from : from + share * ((points[at + 3 + axis] ?? 0) - from);
  };
  return Math.hypot(on(0) - x, on(1) - y, on(2) - z);
}

const sectorSteps = 40;

/** The gap by equal shares of the way between checkpoints: for runs that take different ways. */
export function gapBySector(a: TrackLine, b: TrackLine, aMs: readonly number[], bMs: readonly number[]): Gap {
  const distances: number[] = [];
  const gapsMs: number[] = [];
  for (let sector = 0; sector < Math.min(aMs.length, bMs.length); sector++) {
    const [aFrom, aTo] = [distanceAt(a, aMs[sector - 1] ?? 0), distanceAt(a, aMs[sector] ?? 0)];
    const [bFrom, bTo] = [distanceAt(b, bMs[sector - 1] ?? 0), distanceAt(b, bMs[sector] ?? 0)];
    for (let step = 0; step < sectorSteps; step++) {
      const share = step / sectorSteps;
      const distance = aFrom + share * (aTo - aFrom);
      distances.push(distance);
      gapsMs.push(timeAtDistance(b, bFrom + share * (bTo - bFrom)) - timeAtDistance(a, distance));
    }
  }
  const [aEnd, bEnd] = [aMs.at(-1), bMs.at(-1)];
  if (aEnd !== undefined && bEnd !== undefined) {
    distances.push(distanceAt(a, aEnd));
    gapsMs.push(bEnd - aEnd);
  }
  return { distances, gapsMs };
}

/** The gap at each checkpoint that both runs have. */
export function gapsAtCheckpoints(aMs: readonly number[], bMs: readonly number[]): number[] {
  return Array.from({ length: Math.min(aMs.length, bMs.length) }, (_, i) => (bMs[i] ?? 0) - (aMs[i] ?? 0));
}

/** A gap corrected so that it is exact at the checkpoints: the correction changes linearly between them. */
export function pinnedGap(gap: Gap, a: TrackLine, aMs: readonly number[], bMs: readonly number[]): Gap {
  const exact = gapsAtCheckpoints(aMs, bMs);
  const pins = exact.map((gapMs, i) => {
    const distance = distanceAt(a, aMs[i] ?? 0);
    return { distance, error: gapMs - gapAt(gap, distance) };
  });
  let next = 0;
  const gapsMs = gap.gapsMs.map((gapMs, i) => {
    const distance = gap.distances[i] ?? 0;
    while (next < pins.length && (pins[next]?.distance ?? 0) < distance) next++;
    const before = pins[next - 1] ?? { distance: 0, error: 0 };
    const after = pins[next] ?? before;
    const length = after.distance - before.distance;
    const share = length > 0 ? (distance - before.distance) / length : 0;
    return gapMs + before.error + share * (after.error - before.error);
  });
  return { distances: gap.distances, gapsMs };
}

/** The gap at a distance, between its neighbours. */
export function gapAt({ distances, gapsMs }: Gap, distance: number): number {
  let [low, high] = [0, distances.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((distances[middle] ?? 0) < distance) low = middle + 1;
    else high = middle;
  }
  const [before, here] = [distances[low - 1] ?? 0, distances[low] ?? 0];
  const [gapBefore, gapHere] = [gapsMs[low - 1] ?? 0, gapsMs[low] ?? 0];
  if (low === 0 || here <= before) return gapHere;
  const share = Math.min(1, Math.max(0, (distance - before) / (here - before)));
  return gapBefore + share * (gapHere - gapBefore);
}
