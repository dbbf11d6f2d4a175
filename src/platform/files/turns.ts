import { Problem } from '#platform/http/problem.ts';

/**
 * Limits heavy work: at most `atOnce` at a time and at most `waiting` queued; beyond that, callers are asked to come back
 * later.
 */
export function makeTurns(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) {
        const detail = 'Too many pictures are being read at the moment. Try again in a few seconds.';
        throw new Problem(503, detail, { retryAfterSeconds: 5 });
      }
      await new Promise<void>((resolve) => line.push(resolve)); // the previous work passes its place on
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
