import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import { type Figure, figureValue, shownValue } from './figures.ts';

/** With fewer runs than this, differences may well be chance. */
export const enoughRuns = 20;

/** A value among others. */
export interface Comparison {
  readonly count: number;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** how many of the others are lower, and how many are equal */
  readonly lower: number;
  readonly equal: number;
}

/** Null without others. */
export function compare(own: number, others: readonly number[]): Comparison | null {
  const sorted = others.toSorted((a, b) => a - b);
  const [low] = sorted;
  const high = sorted.at(-1);
  if (low === undefined || high === undefined) return null;
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? high;
  return {
    count: sorted.length,
    median: sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2,
    low,
    high,
    lower: sorted.filter((value) => value < own).length,
    equal: sorted.filter((value) => value === own).length,
  };
}

/** One figure of a run and of those it is compared with. */
export interface ComparedFigure {
  readonly figure: Figure;
  /** null: not measurable */
  readonly own: number | null;
  readonly others: readonly number[];
  readonly sentence: string;
}

/** Measures a figure and puts the result into a sentence. `group` completes "other … replays". */
export function comparedFigure(
  figure: Figure,
  run: RunMeasurement,
  runs: readonly RunMeasurement[],
  group: string,
): ComparedFigure {
  const own = figureValue(figure, run);
  const others = runs.flatMap((other) => figureValue(figure, other) ?? []);
  if (own === null) return { figure, own, others, sentence: `Not measured: ${figure.missing(run)}.` };
  const place = placeOf(figure, own, others, group);
  return { figure, own, others, sentence: `${amount(figure, own)}; ${place}.` };
}

const amount = (figure: Figure, value: number): string =>
  `${shownValue(figure, value)} ${figure.words[value === 1 ? 0 : 1]}`;

function placeOf(figure: Figure, own: number, others: readonly number[], group: string): string {
  const found = compare(own, others);
  if (found === null) return `there is no other ${group} replay to compare with`;
  const { count, median, low, high } = found;
  if (count === 1) return `the only other ${group} replay has ${shownValue(figure, low)}`;
  if (low === high)
    return `${count === 2 ? 'both' : `all ${count}`} other ${group} replays have ${shownValue(figure, low)}`;
  return `median of ${count} other ${group} replays ${shownValue(figure, median)}, range ${shownValue(figure, low)}–${shownValue(figure, high)}; ${rankOf(found)}`;
}

function rankOf({ count, lower, equal }: Comparison): string {
  const same = equal > 0 ? `, equal to ${equal}` : '';
  if (lower === count) return 'higher than all of them';
  if (lower === 0 && equal === 0) return 'lower than all of them';
  return `higher than ${lower === 0 ? 'none' : lower} of them${same}`;
}
