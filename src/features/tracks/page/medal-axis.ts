import { type Medals, medalSteps } from '../model.ts';

/** A mark on the axis, in percent of its width. */
interface AxisMark<Key> {
  readonly key: Key;
  readonly at: number;
}

/** One axis of all results, the best at the left. */
interface MedalAxis {
  readonly medals: readonly AxisMark<(typeof medalSteps)[number]>[];
  /** the results on the leaderboard, without those beyond the axis */
  readonly ticks: readonly number[];
  readonly record: number | null;
  /** the viewer's best result, at the end if it lies beyond */
  readonly own: number | null;
}

/** Room beside the outermost marks, in percent. */
const margin = 4;

/**
 * Places results between the better of the author and the record on one side and bronze on the other. `results`: in the unit of the
 * medals. null: the medals are not known, or all the same.
 */
export function medalAxis(medals: Medals, results: readonly number[], own: number | null): MedalAxis | null {
  const goals = medalSteps.flatMap((key) => (medals[key] === null ? [] : [{ key, value: medals[key] }]));
  const better = medals.unit === 'points' ? Math.max : Math.min;
  const worse = medals.unit === 'points' ? Math.min : Math.max;
  const values = goals.map(({ value }) => value);
  const record = results.length === 0 ? null : better(...results);
  const [best, worst] = [better(...values, ...(record === null ? [] : [record])), worse(...values)];
  if (new Set(values).size < 2) return null;
  const share = (value: number) => (value - best) / (worst - best);
  const place = (value: number) => Math.round((margin + share(value) * (100 - 2 * margin)) * 10) / 10;
  return {
    medals: goals.map(({ key, value }) => ({ key, at: place(value) })),
    ticks: [...new Set(results.filter((value) => share(value) <= 1).map(place))],
    record: record === null || share(record) > 1 ? null : place(record),
    own: own === null ? null : Math.min(100 - margin / 2, place(own)),
  };
}

/**
 * The percentage of the drivers who have a medal; null if not all of their results are known. `goal`: its threshold.
 */
export function shareWith(
  { unit }: Medals,
  goal: number,
  results: readonly number[],
  drivers: number,
): number | null {
  if (drivers === 0 || results.length < drivers) return null;
  const reached = results.filter((result) => (unit === 'points' ? result >= goal : result <= goal));
  return Math.round((100 * reached.length) / results.length);
}
