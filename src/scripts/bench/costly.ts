import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { isRandomEndpoint } from '#platform/lists/random.ts';
import { app } from '../../app.ts';
import { fetchPath, type Target } from './client.ts';
import { sample } from './combinations.ts';
import { requestsOf, valuesOf } from './list-requests.ts';
import { pageRequests } from './page-requests.ts';
import type { SeenStatement } from './statements-seen.ts';

/** Maximum database time of a request, in milliseconds. */
export const maxDatabaseMs = 50;

/** A request and its database time, the sum of all its statements. */
interface Costly {
  readonly path: string;
  /** sent by user 1 instead of a visitor */
  readonly isMember: boolean;
  readonly databaseMs: number;
  readonly httpMs: number;
  /** the statement that takes most of it */
  readonly text: string;
}

/** The result for many requests. */
export interface CostReport {
  readonly requests: number;
  readonly costly: readonly Costly[];
  /** requests that were refused or failed, each with its status */
  readonly refused: readonly string[];
}

type Statements = () => Promise<{ statements: readonly SeenStatement[] }>;

interface Request {
  readonly path: string;
  readonly isMember: boolean;
}

/** The requests of every list, and those for a random row; with `most`, a random selection of that size for each list. */
export function listRequests(scale: number, most = Number.POSITIVE_INFINITY): Request[] {
  return Object.entries(app.routes).flatMap(([key, endpoint]) => {
    const path = key.slice('GET '.length);
    const queries = isListEndpoint(endpoint)
      ? requestsOf(endpoint.list, scale)
      : isRandomEndpoint(endpoint)
        ? valuesOf(endpoint.randomOf.name).map((query) => String(new URLSearchParams(query)))
        : [];
    const chosen = queries.length > most ? sample(queries, most) : queries;
    return chosen.map((query) => ({ path: `${path}?${query}`, isMember: false }));
  });
}

/** The requests of pages, as a visitor and as user 1, and some of every list as user 1. */
export const requestsOfPages = (scale: number): Request[] => [
  ...pageRequests.visitor.map((path) => ({ path, isMember: false })),
  ...pageRequests.member.map((path) => ({ path, isMember: true })),
  ...listRequests(scale, 60).map(({ path }) => ({ path, isMember: true })),
];

/** Returns the requests that take more database time than `maxDatabaseMs`. */
export async function findCostly(
  target: Target,
  requests: readonly Request[],
  usage: Statements,
  db: Kysely<Database>,
  say: (line: string) => void = () => {},
): Promise<CostReport> {
  const costly: Costly[] = [];
  const refused: string[] = [];
  for (const [at, request] of requests.entries()) {
    if (at % 5000 === 4999) say(`${at + 1} of ${requests.length} requests, ${costly.length} too costly`);
    await usage();
    const { ms, status } = await fetchPath(target.port, request.path, request.isMember ? target.cookie : '');
    if (![200, 302, 303, 404].includes(status)) refused.push(`${status} ${request.path}`);
    const { statements } = await usage();
    const takenMs = statements.reduce((sum, { totalMs }) => sum + totalMs, 0);
    if (takenMs <= maxDatabaseMs) continue;
    const alone = await costAlone(db, statements);
    if (alone.databaseMs > maxDatabaseMs) costly.push({ ...request, ...alone, httpMs: ms });
  }
  costly.sort((a, b) => b.databaseMs - a.databaseMs);
  return { requests: requests.length, costly, refused };
}

/**
 * The time of the statements if they run one after the other, each the best of several runs: the time measured in the server
 * includes waiting for other statements of the same page.
 */
function costAlone(
  db: Kysely<Database>,
  statements: readonly SeenStatement[],
): Promise<{ databaseMs: number; text: string }> {
  return acrossSites(db, 'the statements name their site')
    .connection()
    .execute(async (one) => {
      const clock = await backendClock(one);
      let databaseMs = 0;
      let most = { ms: -1, text: '' };
      for (const { text, values, times } of statements) {
        if (!/^(select|with)\b/i.test(text)) continue;
        let sum = 0;
        for (const given of values)
          sum += await minOf(clock, () => one.executeQuery(CompiledQuery.raw(text, given)));
        const ms = (sum / values.length) * times;
        databaseMs += ms;
        if (ms > most.ms) most = { ms, text };
      }
      return { databaseMs, text: most.text };
    });
}

async function minOf(clock: () => Promise<number>, run: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 5 && least > 1; time++) {
    const began = await clock();
    try {
      await run();
    } catch {
      return Number.POSITIVE_INFINITY; // ended by the database, whose limit is longer here than for lists
    }
    least = Math.min(least, (await clock()) - began);
  }
  return least;
}

/**
 * The processor time of the process behind this connection, in milliseconds, where the system provides it: other work on the
 * machine does not count. Elsewhere the wall-clock time.
 */
async function backendClock(one: Kysely<Database>): Promise<() => Promise<number>> {
  const { rows } = await one.executeQuery<{ pid: number }>(
    CompiledQuery.raw('select pg_backend_pid() as pid'),
  );
  const path = `/proc/${rows[0]?.pid}/schedstat`;
  if (!existsSync(path)) return async () => performance.now();
  return async () => Number((await readFile(path, 'utf8')).split(' ')[0]) / 1e6;
}
