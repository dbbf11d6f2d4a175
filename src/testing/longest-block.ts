/** Turns in which nothing happens are shorter. */
const idleMs = 0.2;

/**
 * Runs work of this thread and measures the processor time of each turn of the event loop, during which no other request is served.
 * Elapsed time would also count the work of other processes. `total` leaves out the turns in which the work waited.
 */
export async function longestBlock<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly blockMs: { readonly longest: number; readonly total: number } }> {
  let isOver = false;
  let longest = 0;
  let total = 0;
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const watching = new Promise<void>((resolve) => {
    let before = usedMs();
    const turn = () => {
      const now = usedMs();
      longest = Math.max(longest, now - before);
      if (now - before > idleMs) total += now - before;
      before = now;
      if (isOver) resolve();
      else setImmediate(turn);
    };
    setImmediate(turn);
  });
  const result = await work().finally(() => {
    isOver = true;
    return watching;
  });
  return { result, blockMs: { longest, total } };
}
