import { actGroups } from '#features/modlog/model.ts';
import { daySeconds, hourSeconds } from '#lib/codes/durations.ts';

/** Counts below this are not published: a reader could work out whom they are about. */
export const minShown = 5;

const isSmall = (count: number) => count > 0 && count < minShown;

/** A count as it is published. */
export function shownCount(count: number): string {
  return isSmall(count) ? `fewer than ${minShown}` : String(count);
}

/** "3 days", "5 hours", "20 minutes". */
export function shownDuration(seconds: number): string {
  const units = [
    [daySeconds, 'day'],
    [hourSeconds, 'hour'],
    [60, 'minute'],
  ] as const;
  const [size, unit] = units.find(([size]) => seconds >= 2 * size) ?? [60, 'minute'];
  const count = Math.max(1, Math.round(seconds / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Counts of a month by name: `reports`, `settled`, and `acts.removed` and so on. */
export type Counts = Readonly<Record<string, number>>;

export interface ShownFigure {
  readonly label: string;
  readonly value: string;
}

/** The decisions about appeals: their sum, unless both counts are published. Otherwise the small one is the difference. */
function appealFigures(upheld: number, granted: number): readonly (readonly [string, number])[] {
  if (upheld + granted === 0) return [];
  if (isSmall(upheld) || isSmall(granted)) return [['Appeals decided', upheld + granted]];
  return [
    ['Appeals: decision stands', upheld],
    ['Appeals: decision undone or wrong', granted],
  ];
}

/**
 * The published figures of a month. A small count cannot be found by subtraction, because no sum of published counts is
 * published. The median of a few cases is omitted, because it may be the duration of a single case.
 */
export function shownFigures(counts: Counts): { figures: ShownFigure[]; acts: ShownFigure[] } {
  const {
    reports = 0,
    settled = 0,
    medianSeconds = 0,
    undone = 0,
    appeals = 0,
    upheld = 0,
    granted = 0,
  } = counts;
  const shown = (label: string, count: number): ShownFigure => ({ label, value: shownCount(count) });
  const median = { label: 'Median time to close', value: shownDuration(medianSeconds) };
  const figures = [
    shown('Reports', reports),
    shown('Cases closed', settled),
    ...(settled >= minShown ? [median] : []),
    shown('Actions undone', undone),
    shown('Appeals', appeals),
    ...appealFigures(upheld, granted).map(([label, count]) => shown(label, count)),
  ];
  const acts = Object.entries(actGroups).flatMap(([group, label]) => {
    const count = counts[`acts.${group}`] ?? 0;
    return count > 0 ? [shown(label, count)] : [];
  });
  return { figures, acts };
}

/** The first day of a month, in UTC, as YYYY-MM-DD. */
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/** The first day of the month `months` after `month`. */
export function monthsAfter(month: string, months: number): string {
  const at = new Date(`${month}T00:00:00Z`);
  return monthOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)));
}
