import { dayMs } from '#lib/codes/durations.ts';

/** What a user did on one day (UTC). */
export interface CareerDay {
  /** `2026-11-27` */
  readonly day: string;
  readonly replays: number;
  /** awards given */
  readonly awards: number;
  /** tracks uploaded */
  readonly uploads: number;
}

/** How many of a user's latest tracks have a tag or an environment. */
export interface CareerShare {
  readonly kind: 'tag' | 'environment';
  readonly id: number;
  /** of the tracks driven */
  readonly driven: number;
  /** of the tracks uploaded */
  readonly built: number;
}

/** A user's place on a leaderboard at the beginning of a week. */
export interface CareerWeek {
  readonly board: number;
  readonly week: Date;
  /** 1-based */
  readonly rank: number;
  readonly score: number;
}

/** A driver who is next to a user on the boards of tracks. */
export interface Rival {
  readonly person: {
    readonly UserId: number;
    readonly Name: string;
    readonly CustomUrl: string | null;
    readonly Tint: number;
  };
  readonly isAhead: boolean;
  /** how many tracks they are next to each other on */
  readonly tracks: number;
  /** the median of the gaps, from 0 */
  readonly gapMs: number;
}

export interface Career {
  readonly days: readonly CareerDay[];
  readonly shares: readonly CareerShare[];
  readonly weeks: readonly CareerWeek[];
}

export const weeksInCalendar = 53;

/** The first day of the calendar that ends on the day of `now`: a Monday. */
export function calendarStart(now: Date): Date {
  const today = Math.floor(now.getTime() / dayMs);
  const sinceMonday = (today + 3) % 7; // 1 January 1970 was a Thursday
  return new Date((today - sinceMonday - 7 * (weeksInCalendar - 1)) * dayMs);
}

/** `2 replays and 1 upload`; without any: an empty text. */
export function sayActivity({ replays, awards, uploads }: Omit<CareerDay, 'day'>): string {
  const parts = [
    [replays, 'replay'],
    [awards, 'award'],
    [uploads, 'upload'],
  ] as const;
  return new Intl.ListFormat('en-GB').format(
    parts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}${n === 1 ? '' : 's'}`),
  );
}

/** The sum of several days. */
export const sumOf = (days: readonly Omit<CareerDay, 'day'>[]) => ({
  replays: days.reduce((sum, { replays }) => sum + replays, 0),
  awards: days.reduce((sum, { awards }) => sum + awards, 0),
  uploads: days.reduce((sum, { uploads }) => sum + uploads, 0),
});

/** `0.12 s`, rounded up so that no gap looks like none. */
export const sayGap = (ms: number): string => `${(Math.ceil(ms / 10) / 100).toFixed(2)} s`;
