import { Agent, request } from 'node:http';
import { tileFields } from '#features/tracks/list/fields.ts';
import { type Combination, isPersonal } from './combinations.ts';
import { middle, type Times, timesOf } from './times.ts';

/** A server with the generated community, and how to reach it. */
export interface Target {
  readonly port: number;
  /** session of user 1, for personal lists */
  readonly cookie: string;
  /** id of a track in the middle, where deep pages begin */
  readonly deep: number;
}

export interface Timed {
  readonly title: string;
  readonly times: Times;
  /** time of the slowest when repeated: a peak that does not recur was caused by the machine */
  readonly again: number;
  readonly slowest: string;
  /** processor time of the server per response */
  readonly cpuMs: number;
}

/** Number of slowest requests that are repeated, three times each. */
const rerun = 50;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export function pathOf({ query, order, page }: Combination, deep: number, fields: string): string {
  const cursor = page === 'first' ? {} : { [page]: String(deep) };
  return `/api/tracks?${new URLSearchParams({ ...query, ...cursor, order1: order, count: '40', fields })}`;
}

export interface Answer {
  readonly ms: number;
  readonly status: number;
  readonly body: string;
}

/** Milliseconds until the complete response, and the response. */
export const fetchPath = (port: number, path: string, cookie = ''): Promise<Answer> =>
  exchange(port, path, 'GET', cookie ? { cookie } : {});

/** The same for a form, which is encoded before the clock starts. */
export async function sendForm(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  form: FormData | URLSearchParams,
): Promise<Answer> {
  const made = new Response(form);
  const body = Buffer.from(await made.arrayBuffer());
  const type = made.headers.get('content-type') ?? '';
  return exchange(port, path, 'POST', { ...headers, 'content-type': type }, body);
}

function exchange(
  port: number,
  path: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const sent = request({ port, host: '127.0.0.1', path, method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          ms: performance.now() - began,
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

const fullRow = tileFields.join(',');

export async function ask(
  { port, cookie, deep }: Target,
  combination: Combination,
  fields = fullRow,
): Promise<Answer> {
  const path = pathOf(combination, deep, fields);
  return fetchPath(port, path, isPersonal(combination) ? cookie : '');
}

/** Sends all requests with the given concurrency and repeats the slowest. Throws on failures, which would look fast. */
export async function time(
  title: string,
  target: Target,
  combinations: readonly Combination[],
  clients: number,
  usage: () => Promise<{ cpuMs: number }>,
): Promise<Timed> {
  const timed: { ms: number; of: Combination }[] = [];
  const queue = combinations.toReversed();
  const one = async (of: Combination) => {
    const { ms, status, body } = await ask(target, of);
    if (status !== 200) throw new Error(`${pathOf(of, target.deep, '')} answered ${status}: ${body}`);
    return ms;
  };
  const client = async () => {
    for (let of = queue.pop(); of; of = queue.pop()) timed.push({ ms: await one(of), of });
  };
  await usage();
  await Promise.all(Array.from({ length: clients }, client));
  const { cpuMs } = await usage();
  timed.sort((a, b) => b.ms - a.ms);
  const again: { ms: number; of: Combination }[] = [];
  for (const { of } of timed.slice(0, rerun)) {
    const three: number[] = [];
    for (let n = 0; n < 3; n++) three.push(await one(of));
    again.push({ ms: middle(three), of });
  }
  const [worst] = again.sort((a, b) => b.ms - a.ms);
  return {
    title,
    times: timesOf(timed.map(({ ms }) => ms)),
    again: worst?.ms ?? 0,
    slowest: again
      .slice(0, 5)
      .map(({ ms, of }) => `${ms.toFixed(1)} ms ${pathOf(of, target.deep, '')}`)
      .join('\n'),
    cpuMs: cpuMs / Math.max(1, timed.length),
  };
}
