import { seededRandom } from '#lib/gbx/tools/random.ts';
import { routes } from '#routes/routes.ts';
import { textOf } from './check.ts';
import { busiestPath, pageTypes } from './mix.ts';
import { runMix } from './mixed-load.ts';
import { measurePages, measureRate } from './page-costs.ts';
import { readOf, someVisitor } from './people.ts';
import { measureProcesses } from './processes.ts';
import type { SideReport } from './report.ts';
import type { Side } from './side.ts';
import { timeFreshFilters, timeWrites } from './timed-requests.ts';
import { Wire } from './wire.ts';

/** The parts of a run, in this order. The first one is measured while the server starts. */
export const partNames = ['start', 'pages', 'rates', 'requests', 'mix', 'processes'] as const;
export type PartName = (typeof partNames)[number];

interface Options {
  readonly seed: number;
  readonly seconds: number;
  readonly count: number;
  readonly writes: number;
  readonly processes: number;
}

interface Measured {
  readonly side: Side;
  readonly report: SideReport;
}

const connectionCounts = [1, 4, 16, 64];

/** Measures a part of every side. Sides alternate after each figure, so that what else the machine does concerns all of them. */
export async function measureSide(
  part: PartName,
  sides: readonly Measured[],
  options: Options,
): Promise<void> {
  const { seed, seconds, count, writes } = options;
  const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
  switch (part) {
    case 'start':
      return;
    case 'pages':
      for (const who of ['visitor', 'member'] as const)
        for (const { side, report } of sides) {
          say(`pages of a ${who}, ${side.name}`);
          report.pages.push(...(await measurePages(side, who, count, seed)));
        }
      for (const { side, report } of sides) report.frameBytes = await frameBytes(side);
      return;
    case 'rates':
      for (const type of pageTypes) {
        if (type.share.visitor === 0) continue;
        for (const { side, report } of sides) {
          say(`${type.name}, requested before, ${side.name}`);
          const path = busiestPath(type, side.community);
          const target = { port: side.server.port, host: side.site.host, path };
          report.rates.push({
            page: type.name,
            ...(await measureRate(target, 16, Math.min(2, seconds), seed)),
          });
        }
      }
      return;
    case 'requests':
      for (const { side, report } of sides) {
        say(`single requests, ${side.name}`);
        report.requests.push(await timeFreshFilters(side, 2 * count, seed));
        report.requests.push(...(await timeWrites(side, writes, seed)));
      }
      return;
    case 'mix':
      for (const connections of connectionCounts)
        for (const { side, report } of sides) {
          say(`mixed load, ${connections} connections, ${side.name}`);
          report.mix.push(await runMix(side, connections, seconds, seed + connections));
        }
      return;
    case 'processes':
      for (const { side, report } of sides) {
        say(`${options.processes} processes, ${side.name}`);
        report.processes = await measureProcesses(side, options.processes, { seconds, seed, writes: 40 });
      }
      return;
    default:
      part satisfies never;
  }
}

/** The page for an address that does not exist contains little more than what surrounds every page. */
async function frameBytes({ server, site }: Side): Promise<number> {
  const wire = new Wire(server.port);
  const visitor = someVisitor(seededRandom(1));
  const answer = await wire.ask(readOf(site.host, visitor, `${routes.about()}/nothing`, ''));
  wire.close();
  if (answer.status !== 404) throw new Error(`An address that does not exist answered ${answer.status}.`);
  return Buffer.byteLength(textOf(answer));
}
