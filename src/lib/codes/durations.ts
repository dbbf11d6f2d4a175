export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The same length in seconds, as cookies, caches and rate limits count. */
export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;

/** The moment `days` times 24 hours before `now`. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);
/** The moment `days` times 24 hours after `then`. */
export const daysAfter = (then: Date, days: number): Date => new Date(then.getTime() + days * dayMs);
