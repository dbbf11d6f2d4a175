import type { Run } from '../viewer/run.ts';
import type { Look } from '../viewer/space/cameras.ts';
import { direction, lengthOf, minus, plus, type Vector } from '../viewer/space/vectors.ts';
import { distanceAt, timeAtDistance } from '../viewer/track-line.ts';

/** A camera that passes once over a track. */
export interface Flight {
  readonly lastsMs: number;
  /** `share` of the flight, from 0 to 1 */
  lookAt(share: number): Look;
}

const upright: Vector = [0, 1, 0];
const shortestMs = 12_000;
const longestMs = 45_000;
/** A flight is as many times faster than its run. */
const hurry = 2.5;
const height = 15;
/** The camera flies over the middle of this stretch of the road, and looks at the middle of one further ahead. */
const calmMetres = 50;
const aheadMetres = 55;
const steps = 8;

/** A flight along the line of a run, calm enough that a jump or a spin of the car is not felt. */
export function flightAlong({ track, durationMs }: Run): Flight {
  const length = track.distances.at(-1) ?? 0;
  const at = (metres: number): Vector => {
    const timeMs = timeAtDistance(track, Math.min(length, Math.max(0, metres)));
    const i = 3 * Math.min(track.count - 1, Math.round(timeMs / track.stepMs));
    return [track.points[i] ?? 0, track.points[i + 1] ?? 0, track.points[i + 2] ?? 0];
  };
  const middle = (metres: number): Vector => {
    let sum: Vector = [0, 0, 0];
    for (let step = 0; step <= steps; step++) sum = plus(sum, at(metres + (step / steps - 0.5) * calmMetres));
    return [sum[0] / (steps + 1), sum[1] / (steps + 1), sum[2] / (steps + 1)];
  };
  return {
    lastsMs: Math.min(longestMs, Math.max(shortestMs, durationMs / hurry)),
    lookAt(share) {
      const driven = distanceAt(track, share * durationMs);
      const here = middle(driven);
      // past the end, it looks on in the last direction
      const from = Math.min(driven, Math.max(0, length - aheadMetres));
      const way = minus(middle(from + aheadMetres), middle(from));
      const ahead = direction([way[0], 0, way[2]], [0, 0, 1]);
      const target = plus(plus(here, ahead, Math.max(20, lengthOf(way))), upright, way[1]);
      const eye = plus(plus(here, ahead, -12), upright, height);
      return { eye, target, up: upright, angle: 60, isInside: false };
    },
  };
}

const roundMs = 20_000;

/** A flight once around everything that is built; `places`: x, y and z of its corners. */
export function flightAround(places: ArrayLike<number>): Flight {
  const from = [Infinity, Infinity, Infinity];
  const to = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < places.length; at++) {
    const axis = at % 3;
    from[axis] = Math.min(from[axis] ?? Infinity, places[at] ?? 0);
    to[axis] = Math.max(to[axis] ?? -Infinity, places[at] ?? 0);
  }
  const [x, y, z] = [0, 1, 2].map((axis) =>
    places.length === 0 ? 0 : ((from[axis] ?? 0) + (to[axis] ?? 0)) / 2,
  );
  const target: Vector = [x ?? 0, y ?? 0, z ?? 0];
  const half = places.length === 0 ? 0 : Math.max((to[0] ?? 0) - target[0], (to[2] ?? 0) - target[2]);
  const away = 1.25 * half + 40;
  return {
    lastsMs: roundMs,
    lookAt(share) {
      const turn = 2 * Math.PI * share + Math.PI / 4;
      const eye = plus(target, [away * Math.sin(turn), 0.55 * away, away * Math.cos(turn)]);
      return { eye, target, up: upright, angle: 50, isInside: false };
    },
  };
}

const stills = 6;
/** For readers who prefer less motion, the flight is a few pictures, each shown for a while. */
export const stillMs = 3000;

/** The share of the flight that is shown after a time; null: it is over. */
export function shareAfter(flight: Flight, passedMs: number, isStill: boolean): number | null {
  const lastsMs = isStill ? stills * stillMs : flight.lastsMs;
  if (passedMs >= lastsMs) return null;
  return isStill ? Math.floor(passedMs / stillMs) / (stills - 1) : passedMs / lastsMs;
}
