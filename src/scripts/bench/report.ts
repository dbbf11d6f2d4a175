import { type CostReport, maxDatabaseMs } from './costly.ts';
import type { SizeReport } from './measure-size.ts';
import { planChanges } from './plans.ts';
import { table } from './times.ts';

/** Goals at full size, in milliseconds (src/decisions/040); four clients may take twice as long. */
const aims: Readonly<Record<string, { p95: number; again?: number }>> = {
  'single filters': { p95: 15, again: 150 },
  'pairs of filters': { p95: 40, again: 250 },
  '1000 pairs, one client': { p95: 40, again: 250 },
  '1000 pairs, four clients': { p95: 80, again: 500 },
  'publish a track': { p95: 15 },
  'give an award': { p95: 25 },
};

/** How many times as long single filters may take with ten times the rows. */
const growth = { median: 1.5, p95: 3 };

/** How long one search may delay other requests. */
const maxStopMs = 50;

const ms = (time: number) => time.toFixed(1);

/** Prints the measurements of one size. */
export function printSize(report: SizeReport): void {
  const { name, loading, timed, writes, plans, differing } = report;
  console.log(`\n== ${name}`);
  console.log(
    `loaded in ${loading.seconds.toFixed(1)} s (${loading.cpuSeconds.toFixed(1)} s of processor time), the longest stop ` +
      `${loading.longestStopMs.toFixed(0)} ms; ${loading.heldMegabytes.toFixed(0)} MB in use, ` +
      `${loading.residentMegabytes.toFixed(0)} MB resident, ${loading.peakMegabytes.toFixed(0)} MB at the end of loading`,
  );
  const head = ['milliseconds', 'n', 'median', 'p95', 'p99', 'worst', 'worst again', 'server cpu'];
  const rows = timed.map(({ title, times, again, cpuMs }) => [
    title,
    String(times.count),
    ms(times.median),
    ms(times.p95),
    ms(times.p99),
    ms(times.worst),
    ms(again),
    ms(cpuMs),
  ]);
  const written = writes.map(({ title, times }) => [
    title,
    String(times.count),
    ms(times.median),
    ms(times.p95),
    ms(times.p99),
    ms(times.worst),
    '',
    '',
  ]);
  console.log(table([head, ...rows, ...written]));
  for (const { title, times, again } of [...timed, ...writes.map((one) => ({ ...one, again: 0 }))]) {
    const aim = aims[title];
    if (!aim || (times.p95 <= aim.p95 && again <= (aim.again ?? again))) continue;
    console.log(`MISSED: ${title}, the goal is p95 ${aim.p95}${aim.again ? ` and ${aim.again} again` : ''}`);
  }
  for (const { title, slowest } of timed) console.log(`slowest again, ${title}:\n${slowest}`);
  const twice = [...plans].filter(([, { orderWalks }]) => orderWalks > 1);
  console.log(`${plans.size} plans, ${twice.length} walk along an order more than once`);
  for (const [text] of twice) console.log(text);
  printCostly(report);
  console.log(`${differing.length} responses differ from the plain statement's`);
  for (const path of differing.slice(0, 20)) console.log(path);
}

/** Requests that take too much database time, and how long short words delay others. */
function printCostly({ costs, stopMs }: SizeReport): void {
  console.log(`longest stop while four clients search short words: ${stopMs.toFixed(0)} ms`);
  if (stopMs > maxStopMs) console.log(`MISSED: the goal is ${maxStopMs} ms`);
  printCosts('lists', costs);
}

/** Requests that take too much database time, each with its slowest statement, and those that were refused. */
export function printCosts(name: string, { requests, costly, refused }: CostReport): void {
  console.log(`${name}: ${requests} requests, ${costly.length} above ${maxDatabaseMs} ms of database time`);
  for (const line of refused) console.log(`REFUSED: ${line.slice(0, 200)}`);
  for (const { path, isMember, databaseMs, httpMs, text } of costly)
    console.log(
      `MISSED: ${ms(databaseMs)} ms of database time, ${ms(httpMs)} over HTTP${isMember ? ', user 1' : ''}: ` +
        `${path.slice(0, 160)}\n  ${text.slice(0, 160)}`,
    );
}

/** Compares the two sizes. */
export function compareSizes(small: SizeReport, large: SizeReport): void {
  console.log(`\n== ${large.name} to ${small.name}`);
  const ratio = (a: number, b: number) => (a / Math.max(b, 0.001)).toFixed(2);
  const rows = large.timed.flatMap(({ title, times }) => {
    const before = small.timed.find((one) => one.title === title)?.times;
    return before
      ? [
          [
            title,
            ratio(times.median, before.median),
            ratio(times.p95, before.p95),
            ratio(times.p99, before.p99),
          ],
        ]
      : [];
  });
  console.log(table([['times as long', 'median', 'p95', 'p99'], ...rows]));
  const [smallest, largest] = [small, large].map(({ timed }) => timed[0]?.times);
  if (smallest && largest)
    for (const part of ['median', 'p95'] as const)
      if (largest[part] > smallest[part] * growth[part])
        console.log(`MISSED: ${part} of single filters, the goal is at most ${growth[part]} times as long`);
  const changes = planChanges(small.plans, large.plans);
  console.log(`${changes.length} of ${large.plans.size} plans differ`);
  for (const change of changes.slice(0, 20)) console.log(change);
}
