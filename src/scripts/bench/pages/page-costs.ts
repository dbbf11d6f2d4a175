import { seededRandom } from '#lib/gbx/tools/random.ts';
import { middle, timesOf } from '../times.ts';
import { isRefusal, readWell } from './check.ts';
import { busiestPath, distinct, type PageType, pageTypes, pick } from './mix.ts';
import { readOf, type Sender, someVisitor } from './people.ts';
import type { Side } from './side.ts';
import { Wire } from './wire.ts';

/** What one response of a type of page costs. */
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

/** Averages of a response; of several samples, that of the middle one. */
interface Cost {
  readonly nodeMs: number;
  /** the cheapest sample, and the most expensive one */
  readonly nodeSpread: readonly [number, number];
  readonly postgresMs: number;
  readonly statements: number;
  readonly p95Ms: number;
}

/** What happens once, such as the compilation of a function, concerns one of the samples. */
const sampleCount = 5;
/** Requests for each type of page before any is measured: functions are compiled then, as in a server that has run for a while. */
const warming = 150;

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
  const types = pageTypes.filter(({ share }) => share[who] > 0);
  const wire = new Wire(side.server.port);
  const pages = types.map((type) => ({ type, next: freshPages(side, type, seed) }));
  const sender = senders(side, who, seed);
  for (const { next } of pages) await sample(side, wire, warming, next, sender);
  const costs: PageCost[] = [];
  for (const { type, next } of pages) {
    const first = await costOf(side, wire, count, next, sender);
    const repeated = busiestPath(type, side.community);
    const same = sender();
    const { host } = side.site;
    await readWell(wire, host, same, repeated);
    const whose = who === 'member' ? () => same : sender;
    const again = await costOf(side, wire, count, () => repeated, whose);
    const whole = await readWell(wire, host, same, repeated, '');
    const packed = await readWell(wire, host, same, repeated);
    const sizes = { htmlBytes: whole.body.length, compressedBytes: packed.body.length };
    costs.push({ page: type.name, who, first, again, ...sizes });
  }
  wire.close();
  return costs;
}

/** Addresses of this type that nobody has requested before. */
function freshPages({ community }: Side, type: PageType, seed: number): () => string {
  const random = seededRandom(seed);
  const choose = distinct(random);
  return () => {
    const path = type.path(community, choose, random);
    return path.startsWith('/api/') ? path : unkept(path);
  };
}

function senders({ community }: Side, who: 'visitor' | 'member', seed: number): () => Sender {
  const random = seededRandom(seed);
  return () => (who === 'member' ? pick(random, community.members) : someVisitor(random));
}

/** The middle of several samples, `count` requests in all. */
async function costOf(
  side: Side,
  wire: Wire,
  count: number,
  path: () => string,
  sender: () => Sender,
): Promise<Cost> {
  const taken: Sample[] = [];
  const each = Math.max(1, Math.round(count / sampleCount));
  while (taken.length < sampleCount) taken.push(await sample(side, wire, each, path, sender));
  const node = taken.map(({ nodeMs }) => nodeMs);
  return {
    nodeMs: middle(node),
    nodeSpread: [Math.min(...node), Math.max(...node)],
    postgresMs: middle(taken.map(({ postgresMs }) => postgresMs)),
    statements: middle(taken.map(({ statements }) => statements)),
    p95Ms: timesOf(taken.flatMap(({ times }) => times)).p95,
  };
}

interface Sample extends Pick<Cost, 'nodeMs' | 'postgresMs' | 'statements'> {
  readonly times: readonly number[];
}

async function sample(
  side: Side,
  wire: Wire,
  count: number,
  path: () => string,
  sender: () => Sender,
): Promise<Sample> {
  await side.usage();
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const one = path();
    const answer = await wire.ask(readOf(side.site.host, sender(), one));
    if (answer.status !== 200) throw new Error(`${one} answered ${answer.status}.`);
    times.push(answer.ms);
  }
  const used = await side.usage();
  return {
    times,
    nodeMs: used.cpuMs / count,
    postgresMs: used.postgresMs / count,
    statements: used.statements / count,
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
