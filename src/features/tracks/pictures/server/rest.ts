/** While requests wait, work takes a fifth of the time instead of half of it. */
const shareBehind = 4;
/** A file that took very long, or waited for the reader, does not stop the job. */
const longestMs = 5000;

/**
 * How long background work rests after a piece that took `workedMs` from its beginning to its end, while so many requests wait: so it
 * uses half a processor at most, and less where it waits for one.
 */
export const restMs = (workedMs: number, waiting: number): number =>
  Math.min(longestMs, workedMs * (waiting > 0 ? shareBehind : 1));
