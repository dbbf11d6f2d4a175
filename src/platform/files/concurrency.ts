import { Problem } from '#platform/http/problem.ts';

/**
 * Limits heavy work: at most `atOnce` at a time and at most `waiting` queued; beyond that, callers get a
 * Problem 503.
 */
export function limitConcurrency(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) {
        const detail = 'Too many pictures are being read at the moment. Try again in a few seconds.';
        throw new Problem(503, detail, { retryAfterSeconds: 5 });
      }
      await new Promise<void>((resolve) => queue.push(resolve)); // the previous work passes its place on
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
