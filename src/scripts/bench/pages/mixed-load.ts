import { seededRandom } from '#lib/gbx/tools/random.ts';
import { type Times, timesOf } from '../times.ts';
import { isRefusal, mistakeIn, textOf } from './check.ts';
import { memberShare, pick, somePage } from './mix.ts';
import { readOf, type Sender, someVisitor, writeOf } from './people.ts';
import type { Side } from './side.ts';
import { Wire, type WireAnswer } from './wire.ts';
import { someWrite } from './write-requests.ts';

export interface MixFigures {
  readonly connections: number;
  readonly perSecond: number;
  readonly times: Times;
  /** writes among the responses */
  readonly writes: number;
  readonly refused: number;
  /** responses that are not what they should be, and connections that broke */
  readonly wrong: readonly string[];
  /** what took longest, the slowest first */
  readonly slowest: readonly { readonly name: string; readonly times: Times }[];
  /** per response */
  readonly nodeMs: number;
  readonly postgresMs: number;
}

/** A write is followed by a read that must show it, so that a tenth of all requests are writes. */
const writeChance = 1 / 9;

/** One in so many responses is read as a whole. */
const readWholeEvery = 10;

/** Until functions are compiled and plans are cached, as in a server that has run for a while. */
const warmingSeconds = 15;

/**
 * The mixed load of a site that is used: 90 % reads of all types of pages, 10 % writes, by visitors and members, with Zipf's law
 * among tracks, users, packs, threads and videos. Each connection sends its next request as soon as it has a response.
 */
export async function runMix(
  side: Side,
  connections: number,
  seconds: number,
  seed: number,
  port = side.server.port,
): Promise<MixFigures> {
  const mixed = { ...side, isProxied: port !== side.server.port };
  const tally = {
    ms: [] as number[],
    msOf: new Map<string, number[]>(),
    writes: 0,
    refused: 0,
    wrong: [] as string[],
  };
  const began = performance.now();
  let countFrom = began + warmingSeconds * 1000;
  const until = countFrom + seconds * 1000;
  const client = async (number: number) => {
    const wire = new Wire(port);
    const random = seededRandom(seed + number * 7919);
    while (performance.now() < until) await step(mixed, wire, random, record);
    wire.close();
  };
  const record: Record = (name, answer, mistake, isWrite) => {
    if (performance.now() < countFrom) {
      if (mistake !== null) tally.wrong.push(mistake);
      return;
    }
    if (answer) {
      tally.ms.push(answer.ms);
      const times = tally.msOf.get(name) ?? [];
      tally.msOf.set(name, times);
      times.push(answer.ms);
    }
    if (isWrite) tally.writes += 1;
    if (answer && isRefusal(answer)) tally.refused += 1;
    else if (mistake !== null) tally.wrong.push(mistake);
  };
  const clients = Array.from({ length: connections }, (_, number) => client(number));
  await new Promise((resolve) => setTimeout(resolve, warmingSeconds * 1000));
  await side.usage();
  countFrom = performance.now();
  await Promise.all(clients);
  const used = await side.usage();
  const count = Math.max(1, tally.ms.length);
  return {
    connections,
    perSecond: tally.ms.length / ((performance.now() - countFrom) / 1000),
    times: timesOf(tally.ms),
    writes: tally.writes,
    refused: tally.refused,
    wrong: tally.wrong,
    slowest: slowestOf(tally.msOf),
    nodeMs: used.cpuMs / count,
    postgresMs: used.postgresMs / count,
  };
}

/** Of what was requested at least ten times, the five with the highest 95th percentile. */
const slowestOf = (msOf: ReadonlyMap<string, readonly number[]>): MixFigures['slowest'] =>
  [...msOf]
    .filter(([, ms]) => ms.length >= 10)
    .map(([name, ms]) => ({ name, times: timesOf(ms) }))
    .toSorted((one, other) => other.times.p95 - one.times.p95)
    .slice(0, 5);

/** `name`: of the type of page or write */
type Record = (name: string, answer: WireAnswer | null, mistake: string | null, isWrite: boolean) => void;

type Mixed = Side & { readonly isProxied: boolean };

/** One read, or a write with the read that must show it. A connection that breaks is a wrong answer. */
async function step(side: Mixed, wire: Wire, random: () => number, record: Record): Promise<void> {
  try {
    if (random() < writeChance) await write(side, wire, random, record);
    else await read(side, wire, random, record);
  } catch (error) {
    record('broken connection', null, String(error), false);
    wire.close();
  }
}

async function read({ site, community }: Side, wire: Wire, random: () => number, record: Record) {
  const isMember = random() < memberShare;
  const sender: Sender = isMember ? pick(random, community.members) : someVisitor(random);
  const who = isMember ? 'member' : 'visitor';
  const { path, type } = somePage(random, community, who);
  const answer = await wire.ask(readOf(site.host, sender, path));
  record(`${type.name} of a ${who}`, answer, mistakeIn(path, answer, random() < 1 / readWholeEvery), false);
}

/** A write with the read that must show it: by anybody, or behind a proxy, where other processes learn of it a moment later, by its author. */
async function write(
  { site, community, isProxied }: Mixed,
  wire: Wire,
  random: () => number,
  record: Record,
) {
  const { name, sender, method, path, form, seenAt } = someWrite(random, community);
  const written = await wire.ask(writeOf(site.host, sender, method, path, form));
  if (written.status !== 200) {
    record(
      name,
      written,
      `${name} ${path} answered ${written.status}: ${textOf(written).slice(0, 200)}`,
      true,
    );
    return;
  }
  record(name, written, null, true);
  const seen = await wire.ask(readOf(site.host, isProxied ? sender : seenAt.sender, seenAt.path));
  const isSeen = seen.status === 200 && seenAt.shows(textOf(seen), textOf(written));
  record(
    `${seenAt.path.split('/')[1]} after ${name}`,
    seen,
    isSeen ? null : `${seenAt.path} does not show ${name} ${path} (${seen.status})`,
    false,
  );
}
