/** The processor time in microseconds that something takes: the least of five runs, because other programs only add to it. */
export function leastWork(run: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...runs);
}

/** Shorter times are mostly noise and the compiler's. */
const leastMeasured = 500;

/** How many times as long it takes for 64 KiB as for 16 KiB: about 4 if the time grows linearly, 16 if it grows quadratically. */
export const growth = (run: (length: number) => unknown): number =>
  leastWork(() => run(65_536)) /
  Math.max(
    leastMeasured,
    leastWork(() => run(16_384)),
  );

/** The largest growth of something linear: in the middle between 4 and 16, because processor time varies on a shared machine, too. */
export const linearGrowth = 8;
