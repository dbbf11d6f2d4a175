import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { FoundIds } from './finder.ts';
import type { List } from './list.ts';
import { isMany, lookUp } from './looked-up.ts';
import type { Params } from './params.ts';
import { runStatement } from './prepared.ts';
import { findByRelevance } from './relevance.ts';
import { readRequest } from './request.ts';
import type { ListRequest } from './shape.ts';
import { fill } from './slots.ts';
import { compileCursorCheck, compileRowsById, compileStatement } from './statement.ts';
import { keyOf, Statements } from './statements.ts';

const statements = new Statements();

/** A page of a list as JSON texts, one per row, in the list's order. */
export interface JsonPage {
  rows: string[];
  more: boolean;
}

/**
 * Reads one page: parameters in, rows out. The number of queries does not depend on the number of rows, unless they are too wide
 * for one statement.
 */
export async function readPage(ctx: Ctx, list: List, params: Params): Promise<JsonPage> {
  const requested = readRequest(ctx, list, params);
  const inMemory = await ctx.finders.get(list.name)?.find(ctx, requested);
  if (inMemory) return rowsById(ctx, list, requested, inMemory);
  const request = await lookUp(ctx, list, requested);
  if (!request) return { rows: [], more: false };
  const found = (await findByRelevance(ctx, list, request)) ?? (await findByWalk(ctx, list, request));
  const page = found ? await rowsById(ctx, list, request, found) : await plainPage(ctx, list, request);
  if (page.rows.length === 0) await assertCursor(ctx, list, request);
  return page;
}

/**
 * Throws a Problem 410 if the page is empty because its cursor has no place in this order. An empty page would tell a crawler that
 * it has read everything.
 */
async function assertCursor(ctx: Ctx, list: List, { shape, values }: ListRequest): Promise<void> {
  const { page } = shape;
  if (page === 'first') return;
  const key = `${keyOf(list)}|${shape.key}|cursor`;
  const check = compileCursorCheck(ctx.db, list, shape);
  if (!check) return;
  const { statement, named } = statements.cached(key, () => check);
  const [there] = await runStatement(ctx, statement, values, named);
  if (there) return;
  throw new Problem(
    410,
    `The row of '${page}' does not exist, or not any more, so this order has no place for it. Start again without '${page}'.`,
    { field: page },
  );
}

/**
 * The ids of a page, if the list reads them first for one of the filters, or if the page takes several statements; otherwise
 * null.
 */
async function findByWalk(ctx: Ctx, list: List, request: ListRequest): Promise<FoundIds | null> {
  const { shape, values, count, atOnce } = request;
  // of a filter that is looked up, few matches are listed by id
  const walks = ({ name, variant }: { name: string; variant: string }) =>
    list.idsFirst?.includes(name) && (isMany(variant) || !list.filters[name]?.find);
  if (count <= atOnce && !shape.filters.some(walks)) return null;
  const cached = statements.cached(`${keyOf(list)}|${shape.key}|ids`, () =>
    compileStatement(ctx.db, list, shape, 'ids'),
  );
  const ids = (await runStatement(ctx, cached.statement, values, cached.named)).map(({ row }) => Number(row));
  const more = ids.length > count;
  if (more) ids.pop();
  return { ids: shape.page === 'before' ? ids.reverse() : ids, more };
}

/** The page that the list's statement finds. */
async function plainPage(ctx: Ctx, list: List, request: ListRequest): Promise<JsonPage> {
  const cached = statements.of(ctx.db, list, request.shape);
  const found = await runStatement(ctx, cached.statement, request.values, cached.named);
  const more = found.length > request.count;
  if (more) found.pop();
  if (request.shape.page === 'before') found.reverse();
  return { rows: found.map(({ row }) => row), more };
}

/**
 * The requested fields of rows that were found before, in that order; rows that this audience may no longer see are
 * left out.
 */
async function rowsById(
  ctx: Ctx,
  list: List,
  { shape, values, atOnce }: ListRequest,
  { ids, more }: FoundIds,
): Promise<JsonPage> {
  const site = ctx.site.code;
  const key = `${keyOf(list)}|by id|${site}|${shape.fieldsKey}|${shape.audience}`;
  const rows: string[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = ids.slice(from, from + atOnce);
    const cached = statements.cached(key, () => compileRowsById(ctx.db, site, list, shape));
    const read = await runStatement(ctx, cached.statement, { ...values, ids: part }, cached.named);
    const byId = new Map((read as { row: string; id: number }[]).map(({ id, row }) => [id, row])); // both are selected
    for (const id of part) {
      const row = byId.get(id);
      if (row !== undefined) rows.push(row);
    }
  }
  return { rows, more };
}

/**
 * The statement of a request and its values, for use elsewhere (npm run bench, EXPLAIN): with `ids` the statement
 * that reads the rows found by a finder, otherwise the one that also finds them.
 */
export function sqlOf(
  ctx: Ctx,
  list: List,
  params: Params,
  ids?: readonly number[],
): { name: string; text: string; values: unknown[] } {
  const { shape, values } = readRequest(ctx, list, params);
  const statement = ids
    ? compileRowsById(ctx.db, ctx.site.code, list, shape)
    : statements.of(ctx.db, list, shape).statement;
  return {
    name: statement.name,
    text: statement.text,
    values: fill(statement.parameters, { ...values, ids }),
  };
}
