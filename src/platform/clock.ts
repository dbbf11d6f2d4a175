import type { Clock } from './context.ts';

/** The system time. Tests use their own. */
export const systemClock: Clock = { now: () => new Date() };
