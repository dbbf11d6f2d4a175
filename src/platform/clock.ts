import type { Clock } from './context.ts';

/** The machine's own time. Tests bring theirs. */
export const systemClock: Clock = { now: () => new Date() };
