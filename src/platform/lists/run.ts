import type { ListResponse, Paths, Picked } from '#lib/wire/fields.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { changesAt, currentReads, readingOnly } from '#platform/page-cache/reads.ts';
import { compileCursorCheck, compileNumber, compileRowsById, compileStatement } from './compile.ts';
import { few, fewRows, isMany, many } from './filters.ts';
import type { FoundIds, List, ListRequest, Shape } from './list.ts';
import { type Params, params } from './params.ts';
import { findByRelevance } from './relevance.ts';
import { readRequest, withFilters } from './request.ts';
import { slot } from './slots.ts';
import { fill, listNumber, named, runStatement, Statements } from './statements.ts';

const statements = new Statements();
const lookUpStatements = new Statements();

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
  if (inMemory) {
    currentReads()?.index(inMemory.by);
    return rowsById(ctx, list, requested, inMemory);
  }
  const request = await lookUp(ctx, list, requested);
  if (!request) return { rows: [], more: false };
  const found = (await findByRelevance(ctx, list, request)) ?? (await findIdsFirst(ctx, list, request));
  const page = found ? await rowsById(ctx, list, request, found) : await plainPage(ctx, list, request);
  if (page.rows.length === 0) await assertCursor(ctx, list, request);
  return page;
}

/**
 * Reads one page of many: its rows, and the cursor of the last one if there are further rows. The ids are read first, because rows need
 * not contain them.
 */
export async function readStep(
  ctx: Ctx,
  list: List,
  params: Params,
): Promise<{ rows: string[]; last: number | null }> {
  const requested = readRequest(ctx, list, params);
  const inMemory = await ctx.finders.get(list.name)?.find(ctx, requested);
  const request = inMemory ? requested : await lookUp(ctx, list, requested);
  if (!request) return { rows: [], last: null };
  const found =
    inMemory ?? (await findByRelevance(ctx, list, request)) ?? (await pageOfIds(ctx, list, request));
  const last = found.ids.at(-1);
  if (last === undefined) {
    await assertCursor(ctx, list, request);
    return { rows: [], last: null };
  }
  const { rows } = await rowsById(ctx, list, request, found);
  return { rows, last: found.more ? await cursorOf(ctx, list, request, last) : null };
}

/** The cursor that names a row: its id, or its number if rows are counted. */
async function cursorOf(ctx: Ctx, list: List, { shape, values }: ListRequest, id: number): Promise<number> {
  if (!list.place) return id;
  const { statement, named } = statements.cached(`${listNumber(list)}|${shape.key}|number`, () =>
    compileNumber(ctx.db, list, shape),
  );
  const [found] = await runStatement(ctx, statement, { ...values, ids: [id] }, named);
  if (!found)
    throw new Problem(503, 'The rows have changed while they were read. Continue after the last one.');
  return Number(found.row);
}

/** Rows that are not in memory are counted up to this number. */
const mostCounted = 1000;

/** How long a count of the database is cached while the index is loading; after that the index may know more. */
const untilIndexMs = 1000;

/** How many rows match, wherever the page starts; null if there are so many that counting them would take long. */
export async function countRows(ctx: Ctx, list: List, params: Params): Promise<number | null> {
  const all = [...params].filter(([name]) => !['after', 'before', 'from'].includes(name));
  const requested = readRequest(ctx, list, new Map(all));
  const finder = ctx.finders.get(list.name);
  const inMemory = await finder?.count(ctx, requested);
  if (inMemory) {
    currentReads()?.index(inMemory.by);
    return inMemory.total;
  }
  if (finder) changesAt(ctx.clock.now().getTime() + untilIndexMs);
  const request = await lookUp(ctx, list, requested);
  if (!request) return 0;
  const found = await idsOf(ctx, list, { ...request, values: { ...request.values, limit: mostCounted + 1 } });
  return found.length > mostCounted ? null : found.length;
}

/**
 * Throws a Problem 410 if the page is empty because its cursor has no place in this order. An empty page would tell a crawler that
 * it has read everything.
 */
async function assertCursor(ctx: Ctx, list: List, { shape, values }: ListRequest): Promise<void> {
  const { page } = shape;
  if (page === 'first') return;
  const key = `${listNumber(list)}|${shape.key}|cursor`;
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

/** Words that a trigram index can find. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

type Found = Promise<readonly { row: string }[]>;

/** Look-ups by the context of their request: a search page reads its rows and the place of its first row by the same word. */
const lookups = new WeakMap<Ctx, Map<string, Found>>();

/** Runs a look-up once per request; in a transaction each time, because it may have changed what is found. */
function onceFor(ctx: Ctx, key: string, run: () => Found): Found {
  if ('inTransaction' in ctx) return run();
  const ofRequest = lookups.get(ctx) ?? new Map<string, Found>();
  lookups.set(ctx, ofRequest);
  const found = ofRequest.get(key) ?? run();
  ofRequest.set(key, found);
  return found;
}

/** Looks up the filters of a request that need it; null if nothing can match. */
export async function lookUp(ctx: Ctx, list: List, request: ListRequest): Promise<ListRequest | null> {
  // ids in the request are few rows already
  if (request.shape.filters.some(({ name }) => name === 'id')) return request;
  let looked = request;
  for (const { name, variant } of request.shape.filters) {
    const { find, few: usual = fewRows } = list.filters[name] ?? {};
    if (!find) continue;
    // a walk for a long page takes as many more steps
    const most = Math.max(usual, 10 * request.count);
    const value = String(request.values[`filter.${name}`]);
    const kind = hasTrigram.test(value) ? variant : `short ${variant}`;
    const cached = lookUpStatements.cached(`${listNumber(list)}|${name}|${kind}`, () =>
      named(list.name, find(ctx.db, slot<string>(`filter.${name}`), kind).compile()),
    );
    const rows = await onceFor(ctx, `${cached.statement.name}|${value}|${most}`, () =>
      runStatement(ctx, cached.statement, { ...request.values, limit: most + 1 }, cached.named),
    );
    if (rows.length === 0) return null;
    const isOne = (filter: { name: string }) => filter.name === name;
    const found = rows.length > most ? many(variant) : few;
    looked = withFilters(
      looked,
      looked.shape.filters.map((filter) => (isOne(filter) ? { name, variant: found } : filter)),
      { [`found.${name}`]: rows.length > most ? null : rows.map(({ row }) => Number(row)) },
    );
  }
  return looked;
}

/**
 * The ids of a page, if the list reads them first for one of the filters, or if the page takes several statements; otherwise
 * null.
 */
async function findIdsFirst(ctx: Ctx, list: List, request: ListRequest): Promise<FoundIds | null> {
  const { shape, count, atOnce } = request;
  // of a filter that is looked up, few matches are listed by id
  const isFirst = ({ name, variant }: { name: string; variant: string }) =>
    list.idsFirst?.includes(name) && (isMany(variant) || !list.filters[name]?.find);
  return count <= atOnce && !shape.filters.some(isFirst) ? null : pageOfIds(ctx, list, request);
}

async function pageOfIds(ctx: Ctx, list: List, request: ListRequest): Promise<FoundIds> {
  const { shape, count } = request;
  const ids = await idsOf(ctx, list, request);
  const more = ids.length > count;
  if (more) ids.pop();
  return { ids: shape.page === 'before' ? ids.reverse() : ids, more };
}

/** The ids of a page and of one row more, in the order of the walk. */
async function idsOf(ctx: Ctx, list: List, { shape, values }: ListRequest): Promise<number[]> {
  const cached = statements.cached(`${listNumber(list)}|${shape.key}|ids`, () =>
    compileStatement(ctx.db, list, shape, 'ids'),
  );
  const found = await runStatement(ctx, cached.statement, values, cached.named);
  return found.map(({ row }) => Number(row));
}

const pageStatement = ({ db }: Ctx, list: List, shape: Shape) =>
  statements.cached(`${listNumber(list)}|${shape.key}`, () => compileStatement(db, list, shape));

/** The page that the list's statement finds. */
async function plainPage(ctx: Ctx, list: List, request: ListRequest): Promise<JsonPage> {
  const cached = pageStatement(ctx, list, request.shape);
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
  const key = `${listNumber(list)}|by id|${site}|${shape.fieldsKey}|${shape.audience}`;
  const rows: string[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = ids.slice(from, from + atOnce);
    const cached = statements.cached(key, () => compileRowsById(ctx.db, site, list, shape));
    const onlyThese = Object.fromEntries(
      Object.entries(list.rowsOf ?? {}).map(([table, column]) => [table, { [column]: part }]),
    );
    const read = await readingOnly(onlyThese, () =>
      runStatement(ctx, cached.statement, { ...values, ids: part }, cached.named),
    );
    const byId = new Map((read as { row: string; id: number }[]).map(({ id, row }) => [id, row])); // both are selected
    for (const id of part) {
      const row = byId.get(id);
      if (row !== undefined) rows.push(row);
    }
  }
  return { rows, more };
}

type Value = string | number | undefined;

/** What a page of the site requests from a list: the parameters of its endpoint. */
export interface ListQuery<F extends string> {
  readonly fields: readonly F[];
  readonly [parameter: string]: Value | readonly (string | number)[];
}

/** Parses the rows of `readPage`. `Row` is not checked: the statement builds each row from the requested fields. */
export const parseRows = <Row>(rows: readonly string[]): Row[] => JSON.parse(`[${rows.join(',')}]`) as Row[]; // see above

/** Reads pages of a list as objects, for pages and other features: `export const listUsers = reader(userList)`. */
export const reader =
  <Row>(list: List<Row>) =>
  async <const F extends Paths<Row>>(
    ctx: Ctx,
    query: ListQuery<F>,
  ): Promise<ListResponse<Picked<Row, F>>> => {
    const texts = Object.entries(query).map(([name, value]): [string, Value] => [
      name,
      typeof value === 'object' ? value.join(',') : value,
    ]);
    const { rows, more } = await readPage(ctx, list, params(Object.fromEntries(texts)));
    return { Results: parseRows<Picked<Row, F>>(rows), More: more };
  };

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
    : pageStatement(ctx, list, shape).statement;
  return {
    name: statement.name,
    text: statement.text,
    values: fill(statement.parameters, { ...values, ids }),
  };
}
