import { dayMs, hourMs } from '#lib/codes/durations.ts';

export type Period = 'daily' | 'weekly';

/** Digests contain what was noticed until this hour (UTC): each day, or on Mondays. */
const digestHour = 7;

/** 1 January 1970 was a Thursday: Monday the 5th is the first Monday. */
const firstMondayMs = 4 * dayMs;

/** The end of the latest complete period: the last time before `now`, or `now` itself, at which a digest is due. */
export function lastDigestTime(period: Period, now: Date): Date {
  const startMs = (period === 'weekly' ? firstMondayMs : 0) + digestHour * hourMs;
  const lengthMs = period === 'weekly' ? 7 * dayMs : dayMs;
  return new Date(startMs + Math.floor((now.getTime() - startMs) / lengthMs) * lengthMs);
}
