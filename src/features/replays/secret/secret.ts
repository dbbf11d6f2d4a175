import { daysAfter } from '#lib/codes/durations.ts';

/** The authors of a track can keep the time of a replay secret for this many days. */
export const maxSecretDays = 60;

type SecretDate = { ok: true; until: Date | null } | { ok: false; reason: string };

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;

/** The date typed, in UTC; an empty one ends the secret. A date without a time means the start of that day. */
export function secretUntil(typed: string, now: Date): SecretDate {
  if (typed === '') return { ok: true, until: null };
  const isKnown = dateOnly.test(typed) || localTime.test(typed) || /Z$/.test(typed);
  const until = new Date(localTime.test(typed) ? `${typed}Z` : typed);
  if (!isKnown || Number.isNaN(until.getTime())) return { ok: false, reason: 'SecretUntil: is not a date.' };
  if (until <= now) return { ok: false, reason: 'SecretUntil: the date must be in the future.' };
  if (until > daysAfter(now, maxSecretDays))
    return { ok: false, reason: `SecretUntil: at most ${maxSecretDays} days ahead.` };
  return { ok: true, until };
}
