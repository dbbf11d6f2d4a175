import { setImmediate as nextTurn } from 'node:timers/promises';

/** Small enough for a millisecond or two, large enough that the turns in between cost nothing. */
const usualSize = 100;

/** A long list in slices. Between two of them the event loop makes a turn, so that other requests are served. */
export async function* inSlices<T>(
  items: readonly T[],
  size = usualSize,
): AsyncGenerator<readonly T[], void> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await nextTurn();
    yield items.slice(from, from + size);
  }
}
