import { table } from '../times.ts';
import { type Aim, aimsTable, atLeast, atMost, shown, summary } from './aims.ts';
import type { BodyComparison } from './compare-bodies.ts';
import type { FirstVisits } from './first-visits.ts';
import type { MixFigures } from './mixed-load.ts';
import type { PageCost, Rate } from './page-costs.ts';
import type { ProcessesReport } from './processes.ts';
import type { TimedRequests } from './timed-requests.ts';

/** How fast the most visited page of a type is sent again. */
interface KeptRate extends Rate {
  readonly page: string;
}

/** Everything that was measured of one build. Parts that were not chosen are empty. */
export interface SideReport {
  readonly name: string;
  start: FirstVisits | null;
  readonly pages: PageCost[];
  /** of the page for an address that does not exist: nothing but the frame */
  frameBytes: number | null;
  readonly rates: KeptRate[];
  readonly requests: TimedRequests[];
  readonly mix: MixFigures[];
  processes: ProcessesReport | null;
}

export interface Report {
  readonly size: string;
  readonly seed: number;
  /** bare node:http with a body of this size */
  floor: { readonly perSecond: number; readonly bytes: number } | null;
  readonly sides: readonly SideReport[];
  bodies: BodyComparison | null;
}

/** Pages that are lists or entries of the front page: they must cost less than others. */
const cheaper = ['home', 'leaderboards'];
const isPage = (name: string) => !name.includes('API');
const kilobyte = 1000;
const part = (of: number) => (Number.isFinite(of) ? of.toFixed(3) : '');

/** Every aim that concerns the server. Those of the browser are in ../lighthouse/aims.ts. */
export function aimsOf(side: SideReport): Aim[] {
  const mixAt = (connections: number) => side.mix.find((mix) => mix.connections === connections);
  const [at16, at64] = [mixAt(16), mixAt(64)];
  const p95 = (name: string) => side.requests.find((one) => one.name === name)?.times.p95;
  const html = (name: string) => {
    const page = side.pages.find((one) => one.page === name && one.who === 'visitor');
    return page && page.htmlBytes / kilobyte;
  };
  const pages = side.pages.filter(({ page, who }) => who === 'visitor' && isPage(page));
  return [
    atLeast('mixed load, 16 connections', at16?.perSecond, 400, '/s'),
    atMost('mixed load, 16 connections, p95', at16?.times.p95, 100, 'ms'),
    atLeast('mixed load, 64 connections', at64?.perSecond, 400, '/s'),
    atMost('mixed load, 64 connections, p95', at64?.times.p95, 400, 'ms'),
    atMost('mixed load, 64 connections, refused', at64?.refused, 0, ''),
    ...side.mix.map((mix) =>
      atMost(`mixed load, ${mix.connections} connections, wrong responses`, mix.wrong.length, 0, ''),
    ),
    ...pages.flatMap(({ page, first }) => {
      const isCheaper = cheaper.includes(page);
      return [
        atMost(`${page}, not kept: Node`, first.nodeMs, isCheaper ? 6 : 8, 'ms'),
        atMost(`${page}, not kept: PostgreSQL`, first.postgresMs, isCheaper ? 3 : 4, 'ms'),
        atMost(`${page}: statements`, first.statements, 4, ''),
      ];
    }),
    ...side.rates
      .filter(({ page }) => isPage(page))
      .map(({ page, perSecond }) => atLeast(`${page}, requested before`, perSecond, 5000, '/s')),
    atMost('start: index of the largest edition', side.start?.indexAfterSeconds, 10, 's'),
    atMost('start: pages until then, p95', side.start?.times.count ? side.start.times.p95 : null, 300, 'ms'),
    atMost('start: pages refused until then', side.start?.refused, 0, ''),
    atMost('start: longest stop of the event loop', side.start?.longestStopMs, 20, 'ms'),
    atMost(
      'rows for a value never requested before, p95',
      p95('rows for a value never requested before'),
      8,
      'ms',
    ),
    atMost('award, p95', p95('award'), 20, 'ms'),
    atMost('comment, p95', p95('comment'), 20, 'ms'),
    atMost('move in the largest pack, p95', p95('move in the largest pack'), 25, 'ms'),
    atMost('play later, p95', p95('play later'), 10, 'ms'),
    atMost('HTML of the search page', html('search'), 80, 'kB'),
    atMost('HTML of a track', html('track'), 60, 'kB'),
    atMost('HTML of the frame', side.frameBytes === null ? null : side.frameBytes / kilobyte, 12, 'kB'),
    ...(side.processes ? processAims(side.processes) : []),
  ];
}

const processAims = (processes: ProcessesReport): Aim[] => [
  atMost('several processes: responses that differ', processes.differing.length, 0, ''),
  atMost('several processes: writes not seen at once by their author', processes.unseen.length, 0, ''),
  atMost('several processes: pages of visitors that stay stale', processes.stale.length, 0, ''),
];

/** Prints everything that was measured. */
export function printReport(report: Report): void {
  console.log(`\nsize: ${report.size}, seed ${report.seed} (--seed ${report.seed} repeats the requests)`);
  if (report.floor)
    console.log(
      `floor: bare node:http sends ${shown(report.floor.perSecond)} responses of ${report.floor.bytes} bytes a second`,
    );
  for (const side of report.sides) printSide(side, report.floor?.perSecond ?? Number.NaN);
  if (report.bodies) printBodies(report.bodies);
  const [ours, other] = report.sides;
  if (!ours) return;
  const aims = aimsOf(ours);
  console.log(`\n== aims of ${ours.name}${other ? `, compared with ${other.name}` : ''}`);
  console.log(aimsTable(aims, other && aimsOf(other)));
  console.log(summary(aims));
}

function printSide(side: SideReport, floor: number): void {
  console.log(`\n== ${side.name}`);
  if (side.start) {
    const { servesAfterSeconds, indexAfterSeconds, times, refused, wrong, longestStopMs, residentMegabytes } =
      side.start;
    console.log(
      `start: serves after ${shown(servesAfterSeconds)} s, the index answers after ${shown(indexAfterSeconds)} s; ` +
        `${times.count} pages until then: p50 ${shown(times.median)} ms, p95 ${shown(times.p95)} ms, ` +
        `${refused} refused, ${wrong.length} wrong; longest stop ${shown(longestStopMs)} ms, ${shown(residentMegabytes)} MB`,
    );
  }
  if (side.pages.length > 0) console.log(`\n${pagesTable(side.pages)}`);
  if (side.rates.length > 0)
    console.log(
      `\n${table([
        ['requested before, 16 connections', '/s', 'p95 ms', 'refused', 'bytes', 'of the floor'],
        ...side.rates.map(({ page, perSecond, p95Ms, refused, bodyBytes }) => [
          page,
          shown(perSecond),
          shown(p95Ms),
          String(refused),
          String(bodyBytes),
          part(perSecond / floor),
        ]),
      ])}`,
    );
  if (side.requests.length > 0)
    console.log(
      `\n${table([
        ['one client', 'n', 'p50 ms', 'p95 ms', 'Node ms', 'PostgreSQL ms', 'statements'],
        ...side.requests.map(({ name, times, nodeMs, postgresMs, statements }) => [
          name,
          String(times.count),
          ...[times.median, times.p95, nodeMs, postgresMs, statements].map(shown),
        ]),
      ])}`,
    );
  if (side.mix.length > 0) console.log(`\n${mixTable(side.mix, floor)}`);
  for (const { connections, slowest } of side.mix) {
    const each = slowest.map(({ name, times }) => `${name} ${shown(times.median)} / ${shown(times.p95)} ms`);
    console.log(`slowest at ${connections} connections, p50 / p95: ${each.join('; ')}`);
  }
  for (const { connections, wrong } of side.mix)
    for (const line of wrong.slice(0, 10)) console.log(`WRONG at ${connections} connections: ${line}`);
  if (side.processes) printProcesses(side.processes);
}

const pagesTable = (pages: readonly PageCost[]) =>
  table([
    [
      'page',
      'who',
      'Node ms',
      'samples',
      'PostgreSQL ms',
      'statements',
      'again: Node',
      'PostgreSQL',
      'kB',
      'compressed',
    ],
    ...pages.map(({ page, who, first, again, htmlBytes, compressedBytes }) => [
      page,
      who,
      shown(first.nodeMs),
      first.nodeSpread.map(shown).join('–'),
      ...[first.postgresMs, first.statements, again.nodeMs, again.postgresMs].map(shown),
      shown(htmlBytes / kilobyte),
      shown(compressedBytes / kilobyte),
    ]),
  ]);

/** The last column is what one processor could send if Node had it to itself: it says more than the rate on a busy machine. */
const mixTable = (mix: readonly MixFigures[], floor: number) =>
  table([
    [
      'mixed load',
      '/s',
      'of the floor',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'writes',
      'refused',
      'wrong',
      'Node ms',
      'PostgreSQL ms',
      '/s by Node alone',
    ],
    ...mix.map(({ connections, perSecond, times, writes, refused, wrong, nodeMs, postgresMs }) => [
      `${connections} connections`,
      shown(perSecond),
      part(perSecond / floor),
      ...[times.median, times.p95, times.p99, writes, refused, wrong.length, nodeMs, postgresMs].map(shown),
      shown(1000 / nodeMs),
    ]),
  ]);

function printProcesses({
  count,
  megabytes,
  compared,
  differing,
  writes,
  unseen,
  stale,
  slowestMs,
  mix,
}: ProcessesReport): void {
  console.log(
    `\n${count} processes behind a proxy: ${megabytes.map(shown).join(', ')} MB resident; ${compared} addresses compared, ` +
      `${differing.length} differ; ${writes} writes, ${unseen.length} not seen at once by their author, ` +
      `${stale.length} stale for visitors; the last process shows a write after ${shown(slowestMs)} ms`,
  );
  for (const line of [...differing, ...unseen, ...stale].slice(0, 20)) console.log(`WRONG: ${line}`);
  console.log(mixTable([mix], Number.NaN));
}

function printBodies({ compared, equal, differing }: BodyComparison): void {
  console.log(`\nbodies of both builds: ${equal} of ${compared} are equal but for the named differences`);
  for (const { path, bytes, firstDifference } of differing)
    console.log(`  ${path}: ${bytes[0]} and ${bytes[1]} bytes; ${firstDifference}`);
}
