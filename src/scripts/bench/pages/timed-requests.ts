import { seededRandom } from '#lib/gbx/tools/random.ts';
import { type Times, timesOf } from '../times.ts';
import { readWell, textOf } from './check.ts';
import { freshFilter, rowsPath } from './mix.ts';
import { readOf, someVisitor, writeOf } from './people.ts';
import type { Side } from './side.ts';
import { Wire } from './wire.ts';
import { award, comment, move, playLater, type WriteRequest } from './write-requests.ts';

/** Times of one kind of request by one client, and what each used on average. */
export interface TimedRequests {
  readonly name: string;
  readonly times: Times;
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly statements: number;
}

/** The first writes are not counted, because every connection prepares its statements. */
const warming = 15;

/** Rows of tracks with filters that nobody has requested before. */
export async function timeFreshFilters(side: Side, count: number, seed: number): Promise<TimedRequests> {
  const wire = new Wire(side.server.port);
  const random = seededRandom(seed);
  const one = async () => {
    const path = rowsPath(random, freshFilter(random, side.community), ['TrackId', 'TrackName']);
    return (await readWell(wire, side.site.host, someVisitor(random), path)).ms;
  };
  return timed(side, 'rows for a value never requested before', count, one).finally(() => wire.close());
}

/** Each kind of write, one after the other; a read after each must show it, which is not measured. */
export async function timeWrites(side: Side, count: number, seed: number): Promise<TimedRequests[]> {
  const { community } = side;
  const random = seededRandom(seed);
  const largest = community.largestPack;
  const kinds: (() => WriteRequest)[] = [
    () => award(random, community),
    () => comment(random, community),
    ...(largest ? [() => move(random, largest, 'move in the largest pack')] : []),
    () => playLater(random, community),
  ];
  const wire = new Wire(side.server.port);
  const all: TimedRequests[] = [];
  for (const make of kinds) {
    let name = '';
    const seen: (() => Promise<void>)[] = [];
    const one = async () => {
      const request = make();
      name = request.name;
      const answer = await sendWrite(side, wire, request);
      seen.push(() => assertSeen(side, wire, request, textOf(answer)));
      return answer.ms;
    };
    all.push({ ...(await timed(side, name, count, one)), name });
    for (const check of seen.slice(-1)) await check(); // the last one: later ones undo earlier ones
  }
  wire.close();
  return all;
}

async function timed(
  side: Side,
  name: string,
  count: number,
  one: () => Promise<number>,
): Promise<TimedRequests> {
  for (let n = 0; n < warming; n++) await one();
  await side.usage();
  const ms: number[] = [];
  for (let n = 0; n < count; n++) ms.push(await one());
  const used = await side.usage();
  return {
    name,
    times: timesOf(ms),
    nodeMs: used.cpuMs / count,
    postgresMs: used.postgresMs / count,
    statements: used.statements / count,
  };
}

/** Sends a write; throws if it is refused. */
export async function sendWrite({ site }: Side, wire: Wire, { sender, method, path, form }: WriteRequest) {
  const answer = await wire.ask(writeOf(site.host, sender, method, path, form));
  if (answer.status !== 200)
    throw new Error(`${method} ${path} answered ${answer.status}: ${textOf(answer).slice(0, 300)}`);
  return answer;
}

/** Throws unless the effect of a write is seen at once. */
async function assertSeen(
  { site }: Side,
  wire: Wire,
  { name, path, seenAt }: WriteRequest,
  written: string,
): Promise<void> {
  const seen = await wire.ask(readOf(site.host, seenAt.sender, seenAt.path));
  if (seen.status !== 200 || !seenAt.shows(textOf(seen), written))
    throw new Error(`${seenAt.path} does not show ${name} ${path} (${seen.status}).`);
}
