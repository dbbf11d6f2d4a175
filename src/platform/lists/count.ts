import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { List } from './list.ts';
import type { Params } from './params.ts';
import { runStatement } from './prepared.ts';
import { readRequest } from './request.ts';
import { matching, named } from './statement.ts';

/** How many rows match. Counted by the list's finder if it has one, otherwise by the database. */
export async function countRows(ctx: Ctx, list: List, params: Params): Promise<number> {
  const request = readRequest(ctx, list, params);
  const found = await ctx.finders.get(list.name)?.count(ctx, request);
  if (found !== null && found !== undefined) return found;
  const query = matching(ctx.db, list, request.shape).select(sql<string>`count(*)::text`.as('row'));
  const [answer] = await runStatement(ctx, named(list.name, query.compile()), request.values, false);
  return Number(answer?.row ?? 0);
}
