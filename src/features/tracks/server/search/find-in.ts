import { randomInt } from 'node:crypto';
import type { Ctx } from '#platform/context.ts';
import type { FoundIds } from '#platform/lists/finder.ts';
import type { ListRequest, Sort as RequestedSort } from '#platform/lists/shape.ts';
import type { Statements } from '#platform/lists/statements.ts';
import { Bitset } from '#platform/row-index/bitset.ts';
import type { Clause } from '#platform/row-index/conditions.ts';
import type { Cursor } from '#platform/row-index/cursor.ts';
import type { RowIndex } from '#platform/row-index/row-index.ts';
import {
  type Segment,
  segmentByOrder,
  segmentBySparseOrder,
  throughSegments,
} from '#platform/row-index/segments.ts';
import { SparseOrder } from '#platform/row-index/sparse-order.ts';
import { rowsByTwo, type Sort, segmentByTwo } from '#platform/row-index/two-orders.ts';
import { trackAudience } from '../source.ts';
import type { PersonStore } from './person-store.ts';
import { activityOfOrder } from './person-tracks.ts';
import { filtersOf, indexedFilter, type Prefetched, prefetch } from './prefetch.ts';
import { indexOrder } from './track-keys.ts';
import { visible } from './visible.ts';

/** What a search of one site's tracks uses. */
export interface Searched {
  /** Finds names that contain a text; other requests are served in between. */
  findName(text: string): Promise<void>;
  readonly index: RowIndex;
  readonly people: PersonStore;
  readonly statements: Statements;
}

/** The requested page; null if the index cannot find it. */
export async function findIn(searched: Searched, ctx: Ctx, request: ListRequest): Promise<FoundIds | null> {
  const prefetched = await prepare(searched, ctx, request);
  const { index } = searched; // read after the wait, because it may have been replaced
  return index.during(() => {
    const { clauses, seen } = clausesOf(index, ctx, request, prefetched);
    const visibleRows = request.shape.page === 'first' ? null : index.match(seen);
    const cursor = cursorOf(index, request, visibleRows);
    if (cursor === undefined) return nextToUnknown(index, request, clauses, visibleRows);
    const rows = rowsFor(index, request, clauses, cursor, prefetched);
    return rows && index.page(rows, { limit: request.count, back: cursor?.back ?? false });
  });
}

/** One of the rows that match; null when there is none. */
export async function randomIn(searched: Searched, ctx: Ctx, request: ListRequest): Promise<number | null> {
  return matchingIn(searched, ctx, request, (matching, index) => {
    const many = matching.count();
    const row = many > 0 ? matching.at(randomInt(many)) : undefined;
    return row === undefined ? null : index.idOf(row);
  });
}

async function matchingIn<T>(
  searched: Searched,
  ctx: Ctx,
  request: ListRequest,
  look: (matching: Bitset, index: RowIndex) => T,
): Promise<T> {
  const prefetched = await prepare(searched, ctx, request);
  const { index } = searched; // read after the wait, because it may have been replaced
  return index.during(() =>
    look(index.match(clausesOf(index, ctx, request, prefetched).clauses) ?? index.all(), index),
  );
}

/** Reads what takes longer than a moment, before the index is searched. */
async function prepare(searched: Searched, ctx: Ctx, request: ListRequest): Promise<Prefetched> {
  const prefetched = await prefetch(ctx, request, searched);
  const name = String(request.values['filter.name'] ?? '');
  if (name !== '') await searched.findName(name);
  return prefetched;
}

/** The clauses of a request: what this audience may see, and the filters. */
function clausesOf(index: RowIndex, ctx: Ctx, request: ListRequest, { lists, tracks }: Prefetched) {
  const seen = visible(trackAudience(ctx.viewer), ctx.viewer.userId);
  const given = (name: string) => request.values[`filter.${name}`] ?? null;
  const none = new Bitset(0);
  const filters = filtersOf(request).flatMap((name) => {
    const filter = indexedFilter(name);
    const rows = (filter.activity && tracks.get(filter.activity)?.rowsIn(index)) ?? none;
    const value = given(name) as never; // parsed by this filter
    return filter.clauses(value, { ids: lists.get(name) ?? [], rows, given });
  });
  return { clauses: [...seen, ...filters], seen };
}

/** The cursor's row; undefined when this audience has no such row here. */
function cursorOf(
  index: RowIndex,
  { shape, values }: ListRequest,
  seen: Bitset | null,
): Cursor | null | undefined {
  if (shape.page === 'first') return null;
  const row = index.rowOf(values.cursor as number); // read as one
  if (row === undefined || (seen && !seen.has(row))) return undefined;
  return { row, inclusive: shape.page === 'from', back: shape.page === 'before' };
}

/**
 * A page next to an id without a row. By date of upload it follows the last track with a lower id. In any other order it has no
 * place, and the database searches by its key alone, because this index may be slightly out of date.
 */
function nextToUnknown(
  index: RowIndex,
  { shape, count, values }: ListRequest,
  clauses: readonly Clause[],
  seen: Bitset | null,
): FoundIds | null {
  const [sort, second] = shape.sort;
  if (!sort || second || sort.by !== 'uploaded') return null;
  const cursor = values.cursor as number; // read as one
  const byId = { place: { key: cursor, id: cursor }, inclusive: false, back: true };
  const [before] = index.rowsOf(seen, { order: indexOrder('id'), descending: false, from: byId }, 1);
  const order = indexOrder('uploaded');
  const key = before === undefined ? Number.NEGATIVE_INFINITY : index.order(order).keyOf(before);
  const back = shape.page === 'before';
  const from = { place: { key, id: cursor }, inclusive: false, back };
  const rows = index.rowsOf(index.match(clauses), { order, descending: sort.descending, from }, count + 1);
  return index.page(rows, { limit: count, back });
}

/** Rows of the page and one more, in the order of the walk; null: an unsupported order. */
function rowsFor(
  index: RowIndex,
  { shape, count, values }: ListRequest,
  clauses: readonly Clause[],
  cursor: Cursor | null,
  prefetched: Prefetched,
): number[] | null {
  const most = count + 1;
  const matching = () => index.match(clauses) ?? index.all();
  const [byFirst, bySecond] = shape.sort;
  if (!byFirst || bySecond?.by === 'relevance') return null;
  const second = bySecond && sortOf(index, bySecond, prefetched);
  if (byFirst.by === 'relevance') {
    const name = String(values['filter.name'] ?? '');
    return throughSegments(byRelevance(index, name, matching(), second), cursor, most);
  }
  const first = sortOf(index, byFirst, prefetched);
  if (second) return rowsByTwo(index, { matching: matching(), first, second, cursor, most });
  if (first.keys instanceof SparseOrder)
    return throughSegments(byPerson(index, first.keys, first.descending, matching()), cursor, most);
  const { order, descending } = first;
  const place = cursor && { key: first.keys.keyOf(cursor.row), id: index.idOf(cursor.row) };
  const from = cursor && place && { ...cursor, place };
  return index.rowsOf(index.match(clauses), { order: order ?? 0, descending, from }, most);
}

function sortOf(index: RowIndex, { by, descending }: RequestedSort, { tracks, keys }: Prefetched): Sort {
  const order = indexOrder(by);
  if (order !== -1) return { keys: index.order(order), order, descending };
  const activity = activityOfOrder(by);
  const ofActivity = activity && tracks.get(activity)?.orderIn(index, by);
  const { ids, keys: own } = keys.get(by) ?? { ids: new Int32Array(0), keys: new Float64Array(0) };
  return { keys: ofActivity ?? new SparseOrder(index, ids, own), order: null, descending };
}

/** Rows with a key of the user first, then all others by id. */
function byPerson(index: RowIndex, order: SparseOrder, descending: boolean, matching: Bitset): Segment[] {
  return [
    segmentBySparseOrder(order, descending, matching),
    segmentByOrder(index, {
      order: indexOrder('id'),
      descending,
      matching: index.copy(matching).andNot(order.bits),
      has: (row) => !order.bits.has(row),
    }),
  ];
}

/** The whole name, names that begin with it, the others; each by name, and equal names by a second order. */
function byRelevance(index: RowIndex, name: string, matching: Bitset, second: Sort | undefined): Segment[] {
  const order = indexOrder('name');
  // no name has a greater code point, and none equal to it can follow
  const starting = index.match([{ any: [{ order, min: name, max: `${name}\u{10ffff}` }] }]) ?? index.all();
  const whole = index.match([{ any: [{ order, min: name, max: name }] }]) ?? index.all();
  const parts = [
    { matching: index.copy(matching).and(whole), has: (row: number) => whole.has(row) },
    {
      matching: index.copy(matching).and(starting).andNot(whole),
      has: (row: number) => starting.has(row) && !whole.has(row),
    },
    { matching: index.copy(matching).andNot(starting), has: (row: number) => !starting.has(row) },
  ];
  const first: Sort = { keys: index.order(order), order, descending: false };
  return parts.map((part) =>
    second
      ? segmentByTwo(index, { ...part, first, second })
      : segmentByOrder(index, { ...part, order, descending: false }),
  );
}
