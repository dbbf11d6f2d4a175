import { dayMs, hourMs, minuteMs } from '#lib/codes/durations.ts';
import { NOT_AVAILABLE } from './count.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * A time relative to `now`: `now`, minutes or hours below 24 h, then `yesterday`, then `14 Mar` in the current year and
 * `14 Mar 2019` in others. Days are UTC days, so that server and browser agree. A future time is shown as a date, but up to
 * a minute ahead (clocks differ) it is still `now`. Missing → `N/A`.
 */
export function formatRelative(at: Date | null | undefined, now: Date): string {
  if (!at || Number.isNaN(at.getTime())) return NOT_AVAILABLE;
  const age = now.getTime() - at.getTime();
  if (age >= -minuteMs && age < minuteMs) return 'now';
  if (age >= 0 && age < hourMs) return ago(Math.floor(age / minuteMs), 'minute');
  if (age >= 0 && age < dayMs) return ago(Math.floor(age / hourMs), 'hour');
  if (age >= 0 && dayNumber(now) - dayNumber(at) === 1) return 'yesterday';
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
  return at.getUTCFullYear() === now.getUTCFullYear() ? day : `${day} ${at.getUTCFullYear()}`;
}

/** When `formatRelative` returns another text for this time. */
export function relativeChangesAt(at: Date, now: Date): Date {
  const age = now.getTime() - at.getTime();
  const midnight = (dayNumber(now) + 1) * dayMs;
  if (age < -minuteMs) return new Date(Math.min(at.getTime() - minuteMs, midnight));
  const unit = age < hourMs ? minuteMs : hourMs;
  const steps = Math.max(0, Math.floor(age / unit)) + 1;
  return new Date(age < dayMs ? at.getTime() + steps * unit : midnight);
}

function ago(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`;
}

function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / dayMs);
}
