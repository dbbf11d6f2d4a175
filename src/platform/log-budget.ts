import { minuteMs } from '#lib/codes/durations.ts';

/** Periods after which lines are written again. */
export const logPeriodMs = 5 * minuteMs;

/** Kinds that are told apart; there are a few dozen. */
const maxKinds = 500;

export interface Allowance {
  /** lines of one kind within a period */
  readonly lines: number;
  /** those of them that are about the same thing */
  readonly each: number;
}

/** Lines of one kind that were not written. */
export interface Omitted {
  readonly kind: string;
  readonly lines: number;
}

interface Count {
  written: number;
  omitted: number;
  readonly things: Map<string, number>;
}

/**
 * Bounds the log of events that visitors can cause again and again: within a period, lines of one kind are written a few times,
 * then only counted.
 */
export class LogBudget {
  readonly #counts = new Map<string, Count>();

  /** Whether this line is written. `thing`: what it is about. */
  take(named: string, thing: string, { lines, each }: Allowance): boolean {
    const kind = this.#counts.has(named) || this.#counts.size < maxKinds ? named : 'other';
    const count = this.#counts.get(kind) ?? { written: 0, omitted: 0, things: new Map<string, number>() };
    this.#counts.set(kind, count);
    const same = count.things.get(thing) ?? 0;
    if (count.written >= lines || same >= each) {
      count.omitted += 1;
      return false;
    }
    count.written += 1;
    count.things.set(thing, same + 1);
    return true;
  }

  /** Ends the period. Returns what was not written in it. */
  settle(): readonly Omitted[] {
    const omitted = [...this.#counts].flatMap(([kind, { omitted: lines }]) =>
      lines > 0 ? [{ kind, lines }] : [],
    );
    this.#counts.clear();
    return omitted;
  }
}
