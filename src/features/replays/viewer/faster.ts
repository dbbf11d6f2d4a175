import { type Gap, gapAt } from './time-gap.ts';

/** The part of a run from one checkpoint to the next. */
export interface Sector {
  /** how long each run took; null for runs with another number of checkpoints than the first one */
  readonly timesMs: readonly (number | null)[];
  /** the number of the fastest run; null if several were equally fast, or there is nothing to compare */
  readonly fastest: number | null;
  /** by how much it beat the next one */
  readonly leadMs: number;
}

/** The sectors of runs, from the times at which they passed the checkpoints. */
export function sectorsOf(runs: readonly (readonly number[])[]): Sector[] {
  const [first = []] = runs;
  return first.map((_, at) => {
    const timesMs = runs.map((times) =>
      times.length === first.length ? (times[at] ?? 0) - (times[at - 1] ?? 0) : null,
    );
    const [best, next] = timesMs.filter((ms) => ms !== null).sort((a, b) => a - b);
    const leadMs = best === undefined || next === undefined ? 0 : next - best;
    return { timesMs, fastest: best !== undefined && leadMs > 0 ? timesMs.indexOf(best) : null, leadMs };
  });
}

/** A part of the way, in metres driven by the first run, and who was faster on it; null: nobody by much. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly faster: 'first' | 'second' | null;
}

const stretches = 80;
/** A smaller change of the gap is less than the samples of a run can show. */
const leastMs = 8;

/** Where the first of two runs was faster, and where the second: where the gap between them grows or shrinks. */
export function fasterAlong(gap: Gap, length: number): Stretch[] {
  const found: Stretch[] = [];
  for (let i = 0; i < stretches; i++) {
    const [from, to] = [(length * i) / stretches, (length * (i + 1)) / stretches];
    const lostMs = gapAt(gap, to) - gapAt(gap, from);
    const faster = Math.abs(lostMs) < leastMs ? null : lostMs > 0 ? 'first' : 'second';
    const last = found.at(-1);
    if (last?.faster === faster) found[found.length - 1] = { ...last, to };
    else found.push({ from, to, faster });
  }
  return found;
}
