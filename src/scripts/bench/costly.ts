import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { httpRoutes } from '../../http-routes.ts';
import { type Asked, fetchPath } from './asking.ts';
import { sample } from './combinations.ts';
import { requestsOf } from './list-requests.ts';
import type { SeenStatement } from './statements-seen.ts';

/** Maximum database time of a request, in milliseconds. */
export const mostDatabaseMs = 50;

/** A request with a statement that takes too long, and its time. */
export interface Costly {
  readonly path: string;
  readonly databaseMs: number;
  readonly httpMs: number;
}

type Statements = () => Promise<{ statements: readonly SeenStatement[] }>;

/** Returns requests with a statement above the limit, from a random selection for each list, each checked three times. */
export async function findCostly(
  asked: Asked,
  scale: number,
  most: number,
  usage: Statements,
): Promise<Costly[]> {
  const costly: Costly[] = [];
  for (const [key, endpoint] of Object.entries(httpRoutes)) {
    if (!isListEndpoint(endpoint)) continue;
    for (const query of sample(requestsOf(endpoint.list, scale), most)) {
      const path = `${key.slice('GET '.length)}?${query}`;
      const found = await leastCost(asked, path, usage);
      if (found.databaseMs > mostDatabaseMs) costly.push(found);
    }
  }
  return costly.sort((a, b) => b.databaseMs - a.databaseMs);
}

/** The minimum of three runs, so that other work on the machine does not count. */
async function leastCost(asked: Asked, path: string, usage: Statements): Promise<Costly> {
  let least: Costly | undefined;
  for (let time = 0; time < 3; time++) {
    await usage();
    const { ms } = await fetchPath(asked.port, path, asked.cookie);
    const { statements } = await usage();
    const databaseMs = Math.max(0, ...statements.map(({ worstMs }) => worstMs));
    if (!least || databaseMs < least.databaseMs) least = { path, databaseMs, httpMs: ms };
    if (databaseMs <= mostDatabaseMs) break;
  }
  return least ?? { path, databaseMs: 0, httpMs: 0 };
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Names of one and two letters, which most tracks contain, none of them requested before. */
const shortWords: readonly string[] = sample(
  [...letters].flatMap((first) => [first, ...[...letters].map((second) => first + second)]),
  300,
);

/** Four clients search for short words: returns the longest time in which the server answered nothing else. */
export async function longestStop(
  asked: Asked,
  usage: () => Promise<{ longestStopMs: number }>,
): Promise<number> {
  const queue = [...shortWords];
  await usage();
  const client = async () => {
    for (let word = queue.pop(); word !== undefined; word = queue.pop())
      await fetchPath(asked.port, `/api/tracks?count=40&name=${word}`);
  };
  await Promise.all([1, 2, 3, 4].map(client));
  return (await usage()).longestStopMs;
}
