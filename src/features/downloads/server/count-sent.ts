/** Downloads counted at once: a zip is sent faster than its tracks are counted. */
const batch = 200;

/**
 * Counts tracks as they are sent, a batch at a time, so that one zip neither fills the queue of downloads nor delays others. `done`
 * counts the rest. Never throws: `onError` gets what failed.
 */
export function countSent(
  trackIds: readonly number[],
  count: (trackId: number) => Promise<void>,
  onError: (error: unknown) => void,
): { sent(index: number): void; done(): Promise<void> } {
  let waiting: number[] = [];
  let running = Promise.resolve();
  const flush = () => {
    const ids = waiting;
    waiting = [];
    if (ids.length > 0)
      running = running.then(() => Promise.all(ids.map(count))).then(() => undefined, onError);
  };
  return {
    sent(index) {
      const trackId = trackIds[index]; // undefined for texts at the end of the zip
      if (trackId === undefined) return;
      waiting.push(trackId);
      if (waiting.length === batch) flush();
    },
    done() {
      flush();
      return running;
    },
  };
}
