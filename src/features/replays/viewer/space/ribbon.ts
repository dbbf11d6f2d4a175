import { mixed } from '#lib/drawing/palette.ts';
import type { Run } from '../run.ts';
import { heldAt } from '../telemetry.ts';
import { type Gap, gapAt } from '../time-gap.ts';
import { direction, plus, type Vector } from './vectors.ts';

/** What the colour of a ribbon shows. */
export const ribbonKinds = ['speed', 'gap'] as const;
export type RibbonKind = (typeof ribbonKinds)[number];

/** A piece of a run's line as a ribbon on the road: two edges at its beginning and two at its end. */
export interface RibbonPiece {
  readonly fromMs: number;
  readonly colour: string;
  readonly corners: readonly [Vector, Vector, Vector, Vector];
}

const pieceMs = 100;
/** Long runs get longer pieces. */
const maxPieces = 6000;
const halfWidth = 0.22;
/** Between the lines of runs that took the same way. */
const apart = 0.6;
const lift = 0.12;
const brakeColour = '#ff2a2a';

/** From slow to fast; they differ in lightness as well. */
const speedColours = ['#2b1a72', '#1f6fd0', '#1fb5a6', '#a8d84a', '#ffe45c'] as const;
/** From behind to ahead. */
const gapColours = ['#c03a2b', '#f2efe6', '#1f6fd0'] as const;

/** A colour at a share of the way through others. */
export function colourAt(colours: readonly string[], share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (colours.length - 1);
  const first = Math.min(colours.length - 2, Math.floor(at));
  return mixed(colours[first] ?? '#888888', colours[first + 1] ?? '#888888', at - first);
}

/**
 * The lines of runs as ribbons, next to each other where they coincide, broken where a car was put elsewhere. By speed, each from the
 * slowest to the fastest of all; by gap, each to the first run, whose own is neutral. Braking is red in both.
 */
export function ribbonsOf(
  kind: RibbonKind,
  runs: readonly Run[],
  gaps: readonly (Gap | null)[],
): RibbonPiece[] {
  const fastest = Math.max(1, ...runs.map(({ track }) => track.speeds.reduce((a, b) => Math.max(a, b), 0)));
  const widest = Math.max(100, ...gaps.map((gap) => (gap ? largest(gap.gapsMs) : 0)));
  return runs.flatMap((run, number) => {
    const gap = gaps[number] ?? null;
    const colourOf = (point: number): string => {
      if (kind === 'speed') return colourAt(speedColours, (run.track.speeds[point] ?? 0) / fastest);
      const behindMs = gap ? gapAt(gap, run.track.distances[point] ?? 0) : 0;
      return colourAt(gapColours, 0.5 - behindMs / widest / 2);
    };
    return piecesOf(run, (number - (runs.length - 1) / 2) * apart, colourOf);
  });
}

const largest = (values: ArrayLike<number>): number => {
  let most = 0;
  for (let at = 0; at < values.length; at++) most = Math.max(most, Math.abs(values[at] ?? 0));
  return most;
};

function piecesOf(run: Run, aside: number, colourOf: (point: number) => string): RibbonPiece[] {
  const { points, stepMs, count, jumps } = run.track;
  const step = Math.max(1, Math.round(pieceMs / stepMs), Math.ceil(count / maxPieces));
  const at = (point: number): Vector => [
    points[3 * point] ?? 0,
    (points[3 * point + 1] ?? 0) + lift,
    points[3 * point + 2] ?? 0,
  ];
  const pieces: RibbonPiece[] = [];
  let edge: readonly [Vector, Vector] | null = null;
  for (let point = 0; point + step < count; point += step) {
    const [from, to] = [at(point), at(point + step)];
    const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
    if (jumps.subarray(point + 1, point + step + 1).includes(1)) {
      edge = null;
      continue;
    }
    if (Math.hypot(dx, dz) < 0.05) continue;
    const right = direction([-dz, 0, dx]);
    const edgesAt = (place: Vector): readonly [Vector, Vector] => [
      plus(place, right, aside - halfWidth),
      plus(place, right, aside + halfWidth),
    ];
    const [start, end]: (readonly [Vector, Vector])[] = [edge ?? edgesAt(from), edgesAt(to)];
    edge = end ?? null;
    if (!start || !end) continue;
    const fromMs = point * stepMs;
    const brakes = (heldAt(run, fromMs)?.brake ?? 0) > 0;
    const colour = brakes ? brakeColour : colourOf(point);
    pieces.push({ fromMs, colour, corners: [start[0], start[1], end[1], end[0]] });
  }
  return pieces;
}

/** Pixels of the page from a line at which a click still means it. */
const reach = 24;

/** The time of the piece that is nearest to a place of the picture; null if none is near. `project`: null behind the camera. */
export function momentAt(
  pieces: readonly RibbonPiece[],
  [x, y]: readonly [number, number],
  project: (place: Vector) => readonly [number, number] | null,
): number | null {
  let best: number | null = null;
  let nearest = reach;
  for (const { fromMs, corners } of pieces) {
    const seen = project(plus(corners[0], corners[2], 1).map((part) => part / 2) as unknown as Vector); // three parts
    if (!seen) continue;
    const pixels = Math.hypot(seen[0] - x, seen[1] - y);
    if (pixels >= nearest) continue;
    nearest = pixels;
    best = fromMs;
  }
  return best;
}
