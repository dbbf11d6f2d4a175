import type { Line } from '#lib/gbx/run/driven-line.ts';
import type { Missed, Passage } from '#lib/gbx/run/run-on-track.ts';
import { type Gate, metresFrom, type Point, reachMetres } from './gates.ts';

/** Lines of real files end up to 70 ms before the finish; the rest is the way that the car rolls on. */
const maxBeyondMs = 500;

/** The places between which the car is at a time: the samples around it, and where it is between them. */
function placesAt(line: Line, timeMs: number): Point[] {
  const last = line.count - 1;
  const lastMs = line.timesMs[last] ?? 0;
  if (timeMs > lastMs) {
    if (timeMs - lastMs > maxBeyondMs) return [];
    const [at, speed] = [pointOf(line.positions, last), pointOf(line.velocities, last)];
    const seconds = (timeMs - lastMs) / 1000;
    return [[at[0] + speed[0] * seconds, at[1] + speed[1] * seconds, at[2] + speed[2] * seconds]];
  }
  const next = firstFrom(line.timesMs, timeMs);
  const before = Math.max(0, next - 1);
  const [a, b] = [pointOf(line.positions, before), pointOf(line.positions, next)];
  const fromMs = line.timesMs[before] ?? 0;
  const share = next === before ? 0 : (timeMs - fromMs) / Math.max(1, (line.timesMs[next] ?? 0) - fromMs);
  const between = (i: 0 | 1 | 2) => a[i] + (b[i] - a[i]) * share;
  return [[between(0), between(1), between(2)], a, b];
}

/** Where the car is at a time; null after the end of its line. */
export const placeAt = (line: Line, timeMs: number): Point | null => placesAt(line, timeMs)[0] ?? null;

const pointOf = (numbers: Float32Array, i: number): Point => [
  numbers[3 * i] ?? 0,
  numbers[3 * i + 1] ?? 0,
  numbers[3 * i + 2] ?? 0,
];

/** The first sample that is not before the time. */
function firstFrom(timesMs: Int32Array, timeMs: number): number {
  let [low, high] = [0, timesMs.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Null if the line is at one of the gates at that time. There must be at least one gate. */
export function missedAt(line: Line, gates: readonly Gate[], passage: Passage): Missed | null {
  const places = placesAt(line, passage.timeMs);
  let least = Infinity;
  let nearest = gates[0];
  for (const gate of gates) {
    const metres = Math.min(...places.map((place) => metresFrom(gate, place)));
    if (metres >= least) continue;
    least = metres;
    nearest = gate;
  }
  if (least <= reachMetres || nearest === undefined) return null;
  const { name, x, y, z } = nearest.block;
  return { ...passage, metres: places.length === 0 ? null : least, nearest: { name, x, y, z } };
}

/** The gates that the line is at, at a time. */
export const gatesAt = (line: Line, gates: readonly Gate[], timeMs: number): Gate[] => {
  const places = placesAt(line, timeMs);
  return gates.filter((gate) => places.some((place) => metresFrom(gate, place) <= reachMetres));
};

/** The first gate at which the line never is; null: it is at each of them at some time. */
export const neverAt = (line: Line, gates: readonly Gate[]): Gate | null =>
  gates.find((gate) => {
    for (let i = 0; i < line.count; i++)
      if (metresFrom(gate, pointOf(line.positions, i)) <= reachMetres) return false;
    return true;
  }) ?? null;

/** Above this, a track is too unusual for the search to be worth its time. */
const maxMatched = 200;

/**
 * Whether each gate of a lap can have been passed at another of its times: a gate counts once a lap. `atTimes` are the gates near the
 * car at each time. Finds augmenting paths, because gates that are close to each other can be exchanged.
 */
export function canAllDiffer(atTimes: readonly (readonly Gate[])[]): boolean {
  if (atTimes.length > maxMatched) return true;
  const timeOf = new Map<Gate, number>();
  const place = (time: number, seen: Set<Gate>): boolean => {
    const gates = atTimes[time] ?? [];
    const free = gates.find((gate) => !timeOf.has(gate));
    if (free) {
      timeOf.set(free, time);
      return true;
    }
    for (const gate of gates) {
      if (seen.has(gate)) continue;
      seen.add(gate);
      const other = timeOf.get(gate);
      if (other !== undefined && !place(other, seen)) continue;
      timeOf.set(gate, time);
      return true;
    }
    return false;
  };
  return atTimes.every((_, time) => place(time, new Set()));
}
