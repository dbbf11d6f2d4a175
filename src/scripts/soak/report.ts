import { type Faults, recoveryMs } from './faults.ts';
import { flatness, median, type Sample, table } from './samples.ts';
import type { SoakServer } from './server.ts';
import type { World } from './world.ts';

interface Found {
  readonly world: World;
  readonly samples: readonly Sample[];
  readonly faults: Faults;
  readonly wrong: string[];
  readonly server: SoakServer;
  readonly descriptorLimit: number;
  readonly aborts: number;
}

const most = 25;

/** Prints the figures and the verdict; returns true if nothing was wrong. */
export function printReport({
  world,
  samples,
  faults,
  wrong,
  server,
  descriptorLimit,
  aborts,
}: Found): boolean {
  const { tally } = world;
  console.log(`\n${table(samples)}\n`);
  for (const [kind, { requests, times }] of [...tally.counts].sort(([a], [b]) => a.localeCompare(b))) {
    const slowest = times.reduce((longest, time) => Math.max(longest, time), 0);
    console.log(
      `${kind.padEnd(14)} ${String(requests).padStart(7)}  median ${median(times)} ms, most ${slowest} ms`,
    );
  }
  for (const { what, from, until } of tally.outages)
    console.log(`${what}: the site had recovered after ${((until - from) / 1000).toFixed(1)} s`);
  console.log(
    `${tally.requests} requests, ${tally.refusedInOutages()} of them refused with 503 while the database was away; ` +
      `${tally.cuts} aborts; ${faults.threadKills} threads killed; ${world.uploads.length} uploads and ` +
      `${world.comments.length} comments acknowledged`,
  );

  if (tally.cuts < aborts) wrong.push(`only ${tally.cuts} of ${aborts} connections were cut`);
  for (const { measure, middle, last, most: highest, ok } of flatness(samples)) {
    const words = `${measure}: ${middle.toFixed(1)} in the second third, ${last.toFixed(1)} in the last`;
    console.log(`${words} (at most ${highest.toFixed(1)})`);
    if (!ok) wrong.push(`${words}: it grows`);
  }
  const highest = samples.reduce((top, { descriptors }) => Math.max(top, descriptors), 0);
  if (highest > descriptorLimit / 2) wrong.push(`${highest} descriptors were open at a time`);
  for (const { what, from, until } of tally.outages)
    if (until - from > recoveryMs) wrong.push(`${what}: no recovery within ${recoveryMs / 1000} s`);
  const complaints = server.complaints.filter(({ at }) => !tally.isOutage(at));
  const all = [
    ...wrong,
    ...tally.violations(),
    ...grouped(
      complaints.map(({ text }) => `log: ${text.slice(0, 300)}`),
      (text) => /"message":"[^"]*"/.exec(text)?.[0] ?? text,
    ),
  ];
  for (const text of all.slice(0, most)) console.log(`✗ ${text}`);
  if (all.length > most) console.log(`✗ and ${all.length - most} more`);
  console.log(all.length === 0 ? 'No problem was found.' : `${all.length} problems were found.`);
  return all.length === 0;
}

/** One text of each kind, with its number. */
function grouped(texts: readonly string[], kindOf: (text: string) => string): string[] {
  const kinds = Map.groupBy(texts, kindOf);
  return [...kinds.values()].map((same) => `${same.length} × ${same[0]}`);
}
