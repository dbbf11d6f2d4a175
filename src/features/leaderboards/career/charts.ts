import { dayMs } from '#lib/codes/durations.ts';
import { type CareerDay, type CareerShare, calendarStart, weeksInCalendar } from './career.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The distance from one day of the calendar to the next, in units of the drawing. */
export const cell = 13;

interface CalendarDay extends CareerDay {
  readonly x: number;
  readonly y: number;
  /** how busy it was, from 0 to 4 */
  readonly level: number;
}

/** Where the days of a year are drawn: a column for each week, from Monday to Sunday. */
export function calendarOf(
  days: readonly CareerDay[],
  now: Date,
): { readonly days: readonly CalendarDay[]; readonly months: readonly { label: string; x: number }[] } {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const start = calendarStart(now).getTime();
  const count = Math.floor((now.getTime() - start) / dayMs) + 1;
  const dates = Array.from({ length: count }, (_, at) => new Date(start + at * dayMs));
  return {
    days: dates.map((date, at) => {
      const day = date.toISOString().slice(0, 10);
      const of = byDay.get(day) ?? { day, replays: 0, awards: 0, uploads: 0 };
      const total = of.replays + of.awards + of.uploads;
      const level = [1, 2, 4, 8].filter((least) => total >= least).length;
      return { ...of, x: Math.floor(at / 7) * cell, y: (at % 7) * cell, level };
    }),
    // a month is named above the week of its first day, if there is room until the end
    months: dates.flatMap((date, at) =>
      date.getUTCDate() === 1 && at < (weeksInCalendar - 2) * 7
        ? [{ label: months[date.getUTCMonth()] ?? '', x: Math.floor(at / 7) * cell }]
        : [],
    ),
  };
}

/** The days of each month, the latest month first. */
export function monthsOf(days: readonly CareerDay[]): { label: string; days: readonly CareerDay[] }[] {
  const byMonth = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  return [...byMonth]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, of]) => ({
      label: `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`,
      days: of,
    }));
}

/** A line through values at equal distances, in a box of this size; a constant value is a line in the middle. */
export function lineThrough(
  values: readonly number[],
  width: number,
  height: number,
  isInverted = false,
): string {
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, at) => {
      const up = range === 0 ? 0.5 : (value - low) / range;
      return `${at === 0 ? 'M' : 'L'}${round(at * step)} ${round((isInverted ? up : 1 - up) * height)}`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 10) / 10;

/** An axis of a radar: its end, and how far each shape reaches, as a share of the tracks. */
export interface Axis {
  readonly label: string;
  readonly share: CareerShare;
}

/** A point on an axis of a radar around 0, 0; the first axis points up. */
export function onAxis(at: number, axes: number, distance: number): { x: number; y: number } {
  const angle = (2 * Math.PI * at) / axes;
  return { x: round(Math.sin(angle) * distance), y: round(-Math.cos(angle) * distance) };
}

/** The shape of a radar: each value as a share of the largest, by its square root, so that small ones can be told apart. */
export function shapeOf(values: readonly number[], radius: number): string {
  const most = Math.max(...values, 1);
  const points = values.map((value, at) => onAxis(at, values.length, radius * Math.sqrt(value / most)));
  return points.map(({ x, y }) => `${x},${y}`).join(' ');
}
