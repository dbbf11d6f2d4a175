import { seededRandom } from '#lib/gbx/tools/random.ts';
import { timesOf } from '../times.ts';
import { isRefusal, readWell } from './check.ts';
import { busiestPath, distinct, type PageType, pageTypes, pick } from './mix.ts';
import { readOf, type Sender, someVisitor } from './people.ts';
import type { Side } from './side.ts';
import { Wire } from './wire.ts';

/** What one response of a type of page costs on average. */
export interface PageCost {
  readonly page: string;
  readonly who: 'visitor' | 'member';
  /** requested for the first time, so that nothing of it can have been kept */
  readonly first: Cost;
  /** the most visited one again and again */
  readonly again: Cost;
  /** of the most visited one */
  readonly htmlBytes: number;
  readonly compressedBytes: number;
}

interface Cost {
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly statements: number;
  readonly p95Ms: number;
}

let fresh = 0;
/** The place in a view that no page has, so that the page cannot have been cached; it changes nothing else. */
const unkept = (path: string) => `${path}${path.includes('?') ? '&' : '?'}unkept.from=${++fresh}`;

/** Measures every type of page: `count` different addresses, each as somebody's first visit and once more. */
export async function measurePages(
  side: Side,
  who: 'visitor' | 'member',
  count: number,
  seed: number,
): Promise<PageCost[]> {
  const costs: PageCost[] = [];
  for (const type of pageTypes)
    if (type.share[who] > 0) costs.push(await measurePage(side, type, who, count, seed));
  return costs;
}

async function measurePage(
  side: Side,
  type: PageType,
  who: 'visitor' | 'member',
  count: number,
  seed: number,
): Promise<PageCost> {
  const { community, site, server } = side;
  const random = seededRandom(seed);
  const sender = (): Sender => (who === 'member' ? pick(random, community.members) : someVisitor(random));
  const choose = distinct(random);
  const wire = new Wire(server.port);
  const sequence = async (paths: readonly string[], whose: () => Sender): Promise<Cost> => {
    await side.usage();
    const ms: number[] = [];
    for (const one of paths) {
      const answer = await wire.ask(readOf(site.host, whose(), one));
      if (answer.status !== 200) throw new Error(`${one} answered ${answer.status}.`);
      ms.push(answer.ms);
    }
    const used = await side.usage();
    return {
      nodeMs: used.cpuMs / paths.length,
      postgresMs: used.postgresMs / paths.length,
      statements: used.statements / paths.length,
      p95Ms: timesOf(ms).p95,
    };
  };
  const isPage = (one: string) => !one.startsWith('/api/');
  const once = () => {
    const one = type.path(community, choose, random);
    return isPage(one) ? unkept(one) : one;
  };
  await sequence(Array.from({ length: 10 }, once), sender); // warm-up
  const first = await sequence(Array.from({ length: count }, once), sender);
  const repeated = busiestPath(type, community);
  const same = sender();
  await readWell(wire, site.host, same, repeated);
  const again = await sequence(Array<string>(count).fill(repeated), who === 'member' ? () => same : sender);
  const whole = await readWell(wire, site.host, same, repeated, '');
  const packed = await readWell(wire, site.host, same, repeated);
  wire.close();
  return {
    page: type.name,
    who,
    first,
    again,
    htmlBytes: whole.body.length,
    compressedBytes: packed.body.length,
  };
}

/** How fast one address is sent that was requested before. */
export interface Rate {
  readonly perSecond: number;
  readonly p95Ms: number;
  readonly refused: number;
  /** of the last response */
  readonly bodyBytes: number;
}

/** Responses a second for one address at so many connections, each request by another visitor. */
export async function measureRate(
  { port, host, path }: { port: number; host: string; path: string },
  connections: number,
  seconds: number,
  seed: number,
): Promise<Rate> {
  const ms: number[] = [];
  let bodyBytes = 0;
  let refused = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  const client = async (number: number) => {
    const wire = new Wire(port);
    const random = seededRandom(seed + number);
    while (performance.now() < until) {
      const answer = await wire.ask(readOf(host, someVisitor(random), path));
      if (isRefusal(answer)) refused += 1;
      else if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
      else {
        bodyBytes = answer.body.length;
        ms.push(answer.ms);
      }
    }
    wire.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => client(number)));
  const perSecond = ms.length / ((performance.now() - began) / 1000);
  return { perSecond, p95Ms: timesOf(ms).p95, refused, bodyBytes };
}
