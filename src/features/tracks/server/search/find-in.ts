import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { FoundIds } from '#platform/lists/finder.ts';
import { runStatement } from '#platform/lists/prepared.ts';
import type { ListRequest } from '#platform/lists/request.ts';
import { named } from '#platform/lists/statement.ts';
import type { Statements } from '#platform/lists/statements.ts';
import { type TrackFilterName, trackFilterNames } from '../../filter.ts';
import { type TrackAudience, trackAudience } from '../source.ts';
import { Bits } from './bits.ts';
import { indexedFilters, visible } from './clauses.ts';
import { personKeys } from './person-keys.ts';
import type { Clause, RowIndex } from './row-index.ts';
import { type Cursor, type Segment, segmentByKeys, segmentByOrder, throughSegments } from './segments.ts';
import { byCodePoint, indexOrder } from './track-keys.ts';
import { rowsByTwo } from './two-orders.ts';

type Pair = [ids: number[], keys: (number | null)[]];

/** The page a request asks for; null when the index cannot tell. */
export async function findIn(
  index: RowIndex,
  ctx: Ctx,
  request: ListRequest,
  statements: Statements,
): Promise<FoundIds | null> {
  const { clauses, seen, pair } = await clausesOf(ctx, request, statements);
  const cursor = cursorOf(index, request, seen);
  if (cursor === undefined) return null;
  const rows = rowsFor(index, request, clauses, cursor, pair);
  return rows && index.page(rows, { limit: request.count, back: cursor?.back ?? false });
}

/** One of the rows that match; null when there is none. */
export async function randomIn(
  index: RowIndex,
  ctx: Ctx,
  request: ListRequest,
  statements: Statements,
): Promise<number | null> {
  const { clauses } = await clausesOf(ctx, request, statements);
  const rows = (index.match(clauses) ?? index.all()).rows();
  const row = rows.length > 0 ? rows[randomInt(rows.length)] : undefined;
  return row === undefined ? null : index.idOf(row);
}

/** What must hold: that this audience may see the track, and the filters; and what an order needs besides. */
async function clausesOf(ctx: Ctx, request: ListRequest, statements: Statements) {
  const seen = visible(trackAudience(ctx.viewer), ctx.viewer.userId);
  const { lists, pair } = await askedFirst(ctx, request, statements);
  const given = (name: TrackFilterName) => request.values[`filter.${name}`] ?? null;
  const asked = filtersOf(request).flatMap(
    (name, at) => indexedFilters[name].clauses(given(name) as never, lists[at] ?? [], given), // read by the filter of this name
  );
  return { clauses: [...seen, ...asked], seen, pair };
}

const filtersOf = ({ shape }: ListRequest): TrackFilterName[] =>
  trackFilterNames.filter((name) => shape.filters.some((filter) => filter.name === name));

/** The cursor's row; undefined when this audience has no such row here, which is the database's to say. */
function cursorOf(
  index: RowIndex,
  { shape, values }: ListRequest,
  seen: readonly Clause[],
): Cursor | null | undefined {
  if (shape.page === 'first') return null;
  const row = index.rowOf(values.cursor as number); // read as one
  if (row === undefined) return undefined;
  if (seen.length > 0 && !index.match(seen)?.has(row)) return undefined;
  return { row, inclusive: shape.page === 'from', back: shape.page === 'before' };
}

/** Rows of the page and one more, in the order of the walk. */
function rowsFor(
  index: RowIndex,
  { shape, count, values }: ListRequest,
  clauses: readonly Clause[],
  cursor: Cursor | null,
  pair: Pair | null,
): number[] | null {
  const most = count + 1;
  const [first, second] = shape.sort;
  if (!first) return null;
  const { descending } = first;
  const through = (segments: (matching: Bits) => Segment[]) =>
    second ? null : throughSegments(segments(index.match(clauses) ?? index.all()), cursor, most);
  if (first.by === 'relevance') {
    const name = String(values['filter.name'] ?? '');
    return through((matching) => byRelevance(index, byCodePoint(name), matching));
  }
  const order = indexOrder(first.by);
  if (order === -1) return pair && through((matching) => byPerson(index, pair, descending, matching));
  if (second) {
    const secondOrder = second.by === 'relevance' ? -1 : indexOrder(second.by);
    if (secondOrder === -1) return null;
    return rowsByTwo(index, {
      matching: index.match(clauses) ?? index.all(),
      first: { order, descending },
      second: { order: secondOrder, descending: second.descending },
      cursor,
      most,
    });
  }
  const place = cursor && { key: index.order(order).keyOf(cursor.row), id: index.idOf(cursor.row) };
  const from = cursor && place && { ...cursor, place };
  return index.rowsOf(index.match(clauses), { order, descending, from }, most);
}

/** Those with a key of the person first, then all others by number. */
function byPerson(index: RowIndex, [ids, keyList]: Pair, descending: boolean, matching: Bits): Segment[] {
  const keys = new Map<number, number>();
  ids.forEach((id, at) => {
    const key = keyList[at];
    if (key !== null && key !== undefined && index.has(id)) keys.set(id, key);
  });
  const keyed = index.match([{ any: [{ ids: [...keys.keys()] }] }]) ?? index.all();
  return [
    segmentByKeys(index, { keys, descending, matching }),
    segmentByOrder(index, {
      order: indexOrder('id'),
      descending,
      matching: Bits.copy(matching).andNot(keyed),
      has: (row) => !keyed.has(row),
    }),
  ];
}

/** The whole name, names that begin with it, the others; each by name. */
function byRelevance(index: RowIndex, name: string, matching: Bits): Segment[] {
  const order = indexOrder(6);
  // no unit of a name is greater, and none equal to it can follow
  const starting = index.match([{ any: [{ order, min: name, max: `${name}\uffff` }] }]) ?? index.all();
  const whole = index.match([{ any: [{ order, min: name, max: name }] }]) ?? index.all();
  const parts = [
    { bits: Bits.copy(matching).and(whole), has: (row: number) => whole.has(row) },
    {
      bits: Bits.copy(matching).and(starting).andNot(whole),
      has: (row: number) => starting.has(row) && !whole.has(row),
    },
    { bits: Bits.copy(matching).andNot(starting), has: (row: number) => !starting.has(row) },
  ];
  return parts.map(({ bits, has }) =>
    segmentByOrder(index, { order, descending: false, matching: bits, has }),
  );
}

/** What the database must say first, in one query: ids for filters, keys for an order that depends on a person. */
async function askedFirst(
  ctx: Ctx,
  request: ListRequest,
  statements: Statements,
): Promise<{ lists: (readonly number[])[]; pair: Pair | null }> {
  const audience = trackAudience(ctx.viewer);
  const names = filtersOf(request);
  const half = request.shape.sort[0]?.by;
  const keys = typeof half === 'number' ? personKeys[half] : undefined;
  if (!keys && !names.some((name) => indexedFilters[name].ids)) return { lists: [], pair: null };
  const { statement, named: isNamed } = statements.kept(
    `${names.join('+')}|${keys ? half : ''}|${audience}`,
    () => named('tracks-ids', idsQuery(names, audience, keys).compile(ctx.db)),
  );
  const [answer] = await runStatement(ctx.db, statement, request.values, isNamed);
  const lists = JSON.parse(answer?.row ?? '[]');
  return { lists, pair: keys ? lists.at(-1) : null };
}

/** One array: for each filter its ids, or null, and at last the pair of ids and keys. */
function idsQuery(
  names: readonly TrackFilterName[],
  audience: TrackAudience,
  keys: RawBuilder<unknown> | undefined,
) {
  const parts: RawBuilder<unknown>[] = names.map((name) => {
    const ids = indexedFilters[name].ids?.(audience);
    if (!ids) return sql`null::json`;
    return 'rows' in ids ? sql`array_to_json(array(${ids.rows}))` : sql`array_to_json(${ids.array})`;
  });
  if (keys)
    parts.push(
      sql`(select json_build_array(coalesce(json_agg(k.track_id), '[]'), coalesce(json_agg(k.key), '[]')) from (${keys}) k)`,
    );
  return sql`select json_build_array(${sql.join(parts)})::text as row`;
}
