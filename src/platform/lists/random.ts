import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { currentReads } from '#platform/page-cache/reads.ts';
import { matching } from './compile.ts';
import type { List, ListRequest } from './list.ts';
import { type Params, readParams } from './params.ts';
import { readRequest } from './request.ts';
import { lookUp } from './run.ts';
import { slot } from './slots.ts';
import { named, runStatement } from './statements.ts';

/** Ids drawn at once: enough to find a match if one row in fifty matches, few enough to cost almost nothing. */
const draws = 200;
/** If one row in a hundred matches, this many rounds miss all of them once in four hundred requests. */
const rounds = 3;

/**
 * A random matching row, each equally likely; null if there is none. Ids are drawn from the whole range and the first
 * that belongs to a matching row wins, which favours no row; where matches are too rare for that, they are few enough
 * to be read and drawn from directly.
 */
export async function randomRow(ctx: Ctx, list: List, params: Params): Promise<number | null> {
  currentReads()?.refuse();
  const request = readRequest(ctx, list, params);
  const found = await ctx.finders.get(list.name)?.random(ctx, request);
  return found === undefined ? drawnRow(ctx, list, request) : found;
}

async function drawnRow(ctx: Ctx, list: List, requested: ListRequest): Promise<number | null> {
  const request = await lookUp(ctx, list, requested);
  if (!request) return null;
  const { shape, values } = request;
  const run = async (query: { compile(): { sql: string; parameters: readonly unknown[] } }, extra = {}) => {
    const rows = await runStatement(ctx, named(list.name, query.compile()), { ...values, ...extra }, false);
    return rows.map(({ row }) => row);
  };
  // with a join, min() and max() together would read every row; each end by itself is one step in an index
  const end = (way: 'asc' | 'desc') =>
    list
      .from(ctx.db)
      .select((eb) => sql<number>`${list.id(eb)}`.as('id'))
      .orderBy((eb) => list.id(eb), way)
      .limit(1);
  const span = sql`select json_build_array((${end('asc')}), (${end('desc')}))::text as row`;
  const ends = await run({ compile: () => span.compile(ctx.db) });
  const [least, most]: (number | null)[] = JSON.parse(ends[0] ?? '[null, null]');
  if (least === null || least === undefined || most === null || most === undefined) return null;
  const rows = matching(ctx.db, list, shape).select((eb) => sql<string>`${list.id(eb)}::text`.as('row'));
  const among = rows.where((eb) => sql<boolean>`${list.id(eb)} = any(${slot('drawn')}::integer[])`);
  for (let round = 0; round < rounds; round++) {
    const drawn = Array.from({ length: draws }, () => randomInt(least, most + 1));
    const found = new Set((await run(among, { drawn })).map(Number));
    const hit = drawn.find((number) => found.has(number));
    if (hit !== undefined) return hit;
  }
  const [rare] = await run(rows.orderBy(sql`random()`).limit(1));
  return rare === undefined ? null : Number(rare);
}

export interface RandomEndpoint extends Endpoint {
  readonly randomOf: List;
}

export const isRandomEndpoint = (endpoint: Endpoint): endpoint is RandomEndpoint => 'randomOf' in endpoint;

/** `GET /…random`: redirects to one of the rows that match the filters, 404 if there is none. `toPath` also gets the query. */
export function randomEndpoint(
  list: List,
  toPath: (id: number, query: URLSearchParams) => string,
): RandomEndpoint {
  return {
    randomOf: list,
    async handle(ctx, request) {
      const { query } = request;
      const id = await randomRow(ctx, list, readParams(query));
      if (id === null) throw new Problem(404, 'No results found.');
      return { status: 302, headers: { location: toPath(id, query), 'cache-control': 'no-store' } };
    },
  };
}
