import type { Line } from './driven-line.ts';

/** Increased when the same file would give another line, so that stored ones are made again. */
export const shortLineVersion = 1;

/** The numbers of each point of a short line: milliseconds since the start, then x, y and z in decimetres. */
export const numbersOfPoint = 4;

/** At any moment, a short line is at most so far from the run; further if the run would need more points than this. */
const maxMetres = 1;
const maxPoints = 1500;
/** Of longer records, only every second sample is read, or every third …: the time it takes stays bounded. */
const maxSamples = 20_000;

/**
 * A run in as few points as possible: between two of them the car moves in a straight line at one speed. `untilMs`: what was
 * recorded after the finish is left out. Empty if that leaves less than two samples.
 */
export function shortLine(line: Line, untilMs: number | null): number[] {
  const samples = samplesOf(line, untilMs);
  if (samples.length < 2) return [];
  const decimetres = (sample: number, axis: number) =>
    Math.round((line.positions[3 * sample + axis] ?? 0) * 10) + 0; // -0 becomes 0
  return chosenOf(line, samples).flatMap((sample) => [
    line.timesMs[sample] ?? 0,
    ...[0, 1, 2].map((axis) => decimetres(sample, axis)),
  ]);
}

function samplesOf({ count, timesMs }: Line, untilMs: number | null): number[] {
  const samples: number[] = [];
  for (let sample = 0; sample < count && (timesMs[sample] ?? 0) <= (untilMs ?? Infinity); sample++)
    samples.push(sample);
  const step = Math.ceil(samples.length / maxSamples);
  return step <= 1 ? samples : samples.filter((_, at) => at % step === 0 || at === samples.length - 1);
}

/** A part of a run between two chosen samples, and the one between them that is farthest from its straight line. */
interface Part {
  readonly first: number;
  readonly last: number;
  readonly farthest: number;
  readonly metres: number;
}

/** The worst part is divided at its farthest sample until none is too far: Ramer, Douglas and Peucker's way, with time. */
function chosenOf(line: Line, samples: readonly number[]): number[] {
  const parts = [partOf(line, samples, 0, samples.length - 1)];
  for (;;) {
    let worst = 0;
    for (let at = 1; at < parts.length; at++)
      if ((parts[at]?.metres ?? 0) > (parts[worst]?.metres ?? 0)) worst = at;
    const part = parts[worst];
    if (!part || part.metres <= maxMetres || parts.length + 1 >= maxPoints) break;
    const { first, farthest, last } = part;
    parts.splice(worst, 1, partOf(line, samples, first, farthest), partOf(line, samples, farthest, last));
  }
  return [0, ...parts.map(({ last }) => last)].map((at) => samples[at] ?? 0);
}

/** Measures to where the car would be at the same moment, so that its speed is right, too. */
function partOf({ timesMs, positions }: Line, samples: readonly number[], first: number, last: number): Part {
  const [from, to] = [samples[first] ?? 0, samples[last] ?? 0];
  const beganMs = timesMs[from] ?? 0;
  const tookMs = (timesMs[to] ?? 0) - beganMs || 1;
  let [farthest, most] = [first, 0];
  for (let at = first + 1; at < last; at++) {
    const sample = samples[at] ?? 0;
    const share = ((timesMs[sample] ?? 0) - beganMs) / tookMs;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const start = positions[3 * from + axis] ?? 0;
      const away =
        start + ((positions[3 * to + axis] ?? 0) - start) * share - (positions[3 * sample + axis] ?? 0);
      square += away * away;
    }
    if (square > most) [farthest, most] = [at, square];
  }
  return { first, last, farthest, metres: Math.sqrt(most) };
}
