import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { matching, rowsOfCursor } from './compile.ts';
import { isMany } from './filters.ts';
import type { FoundIds, List, ListRequest } from './list.ts';
import { slot, slots } from './slots.ts';
import { listNumber, named, runStatement, Statements } from './statements.ts';

/** The exact name, names that start with the word, and the others: each is a walk along the index of names. */
const ranks = ['whole', 'beginning', 'others'] as const;
type Rank = (typeof ranks)[number];

const statements = new Statements();

/**
 * A page by relevance if too many names contain the word to sort them all: the three ranks one after the other until the page
 * is complete. Returns null for any other request; the list's own statement serves those.
 */
export async function findByRelevance(ctx: Ctx, list: List, request: ListRequest): Promise<FoundIds | null> {
  const { shape, count } = request;
  const byName = shape.filters.find(({ name }) => name === 'name');
  const [sort, second] = shape.sort;
  if (sort?.by !== 'relevance' || second || !byName || !isMany(byName.variant)) return null;
  const cursor = shape.page === 'first' ? null : await placeOf(ctx, list, request);
  if (cursor === undefined) return { ids: [], more: false };
  const back = shape.page === 'before';
  const ordered = back ? ranks.toReversed() : ranks;
  const ids: number[] = [];
  for (const rank of ordered.slice(cursor ? ordered.indexOf(cursor.rank) : 0)) {
    const at = cursor?.rank === rank ? cursor : null;
    const limit = count + 1 - ids.length;
    const { statement, named: isNamed } = statements.cached(
      `${listNumber(list)}|${shape.key}|${rank}|${at !== null}`,
      () => rankStatement(ctx, list, request, rank, at !== null),
    );
    const values = { ...request.values, limit, 'at.name': at?.name };
    const rows = await runStatement(ctx, statement, values, isNamed);
    for (const { row } of rows) ids.push(Number(row));
    if (ids.length > count) break;
  }
  const more = ids.length > count;
  if (more) ids.pop();
  return { ids: back ? ids.reverse() : ids, more };
}

/** The column of names: the last key of the order. */
function nameOf({ relevance }: List) {
  const key = relevance?.keys.at(-1);
  if (!key) throw new Error('This list has no order by relevance.');
  return key;
}

/** The rank and name of the cursor's row; undefined if there is no such row. */
async function placeOf(
  ctx: Ctx,
  list: List,
  { shape, values }: ListRequest,
): Promise<{ rank: Rank; name: string } | undefined> {
  const column = nameOf(list);
  const { statement, named: isNamed } = statements.cached(`${listNumber(list)}|${shape.audience}|place`, () =>
    named(
      list.name,
      rowsOfCursor(ctx.db, list, shape)
        .where((eb) => eb(list.id(eb), '=', slots.cursor))
        .select((eb) => sql<string>`to_json(${column.expr(eb)})::text`.as('row'))
        .compile(),
    ),
  );
  const [found] = await runStatement(ctx, statement, values, isNamed);
  if (!found) return undefined;
  const name = String(JSON.parse(found.row));
  const typed = String(values['filter.name']);
  if (name === typed) return { rank: 'whole', name };
  return { rank: name.startsWith(typed) ? 'beginning' : 'others', name };
}

/** The ids of the rows of one rank by name; with `fromCursor` only those behind the cursor. */
function rankStatement(ctx: Ctx, list: List, { shape }: ListRequest, rank: Rank, fromCursor: boolean) {
  const column = nameOf(list);
  const typed = slot<string>('filter.name');
  const direction = shape.page === 'before' ? 'desc' : 'asc';
  const compare = sql.raw((direction === 'asc' ? '>' : '<') + (shape.page === 'from' ? '=' : ''));
  let query = matching(ctx.db, list, shape)
    .where((eb) => {
      const name = column.expr(eb);
      if (rank === 'whole') return sql<boolean>`${name} = ${typed}`;
      // no name has a greater code point
      if (rank === 'beginning')
        return sql<boolean>`(${name} > ${typed} and ${name} < ${typed} || U&'\\+10FFFF')`;
      return sql<boolean>`not starts_with(${name}, ${typed})`;
    })
    .select((eb) => sql<string>`${list.id(eb)}::text`.as('row'))
    .orderBy((eb) => column.expr(eb), direction)
    .orderBy((eb) => list.id(eb), direction)
    .limit(slots.limit);
  if (fromCursor)
    query = query.where(
      (eb) =>
        sql<boolean>`(${column.expr(eb)}, ${list.id(eb)}) ${compare} (${slot('at.name')}::text, ${slots.cursor}::integer)`,
    );
  return named(list.name, query.compile());
}
