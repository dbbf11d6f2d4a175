/** The processor time in microseconds that something takes: the least of fifteen runs, because other work only adds to it. */
export function leastWork(run: () => unknown): number {
  const runs = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...runs);
}

/** Shorter times are mostly noise and the compiler's. */
const leastMeasured = 500;

/** How many times as long it takes for 64 KiB as for 4 KiB: about 16 if the time grows linearly, 256 if it grows quadratically. */
export const growth = (run: (length: number) => unknown): number =>
  leastWork(() => run(65_536)) /
  Math.max(
    leastMeasured,
    leastWork(() => run(4096)),
  );

/** The largest growth of something linear: four times that of an even machine, a quarter of something quadratic. */
export const linearGrowth = 64;
