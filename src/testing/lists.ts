import type { Ctx } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import type { List } from '#platform/lists/list.ts';
import { readParams } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';

/** A row as in JSON, loosely typed. */
// biome-ignore lint/suspicious/noExplicitAny: a test compares what is there; a wrong name is undefined and fails
export type LooseRow = any;

/** The list at this address. */
export function listAt(table: RouteTable, path: string): List {
  const endpoint = Object.entries(table).find(([key]) => key === `GET ${path}`)?.[1];
  if (!endpoint || !isListEndpoint(endpoint)) throw new Error(`There is no list at ${path}.`);
  return endpoint.list;
}

/** Requests a list as a client would: `ask(ctx, list, 'count=3&order1=2&fields=UserId')`. */
export async function ask(
  ctx: Ctx,
  list: List,
  query: string,
): Promise<{ Results: LooseRow[]; More: boolean }> {
  const { rows, more } = await readPage(ctx, list, readParams(new URLSearchParams(query)));
  return { Results: rows.map((row) => JSON.parse(row)), More: more };
}
