import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { rowsOfCursor } from '#platform/lists/compile.ts';
import type { FoundIds, ListRequest, Sort as RequestedSort } from '#platform/lists/list.ts';
import { slots } from '#platform/lists/slots.ts';
import { named, runStatement, type Statements } from '#platform/lists/statements.ts';
import { Bitset } from '#platform/row-index/bitset.ts';
import type { Clause } from '#platform/row-index/conditions.ts';
import { amongFacet, byFacet, byOrder, type RowIndex } from '#platform/row-index/row-index.ts';
import type { Cursor } from '#platform/row-index/row-list.ts';
import {
  type Segment,
  segmentByOrder,
  segmentBySparseOrder,
  throughSegments,
} from '#platform/row-index/segments.ts';
import { SparseOrder } from '#platform/row-index/sparse-order.ts';
import { rowsByTwo, type Sort, segmentByTwo } from '#platform/row-index/two-orders.ts';
import { trackList } from '../../list/server/list.ts';
import { activityOfOrder } from '../../list/server/person-tracks.ts';
import { trackAudience } from '../../list/server/source.ts';
import { indexOrder } from '../../list/server/track-keys.ts';
import type { PersonStore } from './person-store.ts';
import { filtersOf, indexedFilter, type Prefetched, prefetch } from './prefetch.ts';
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
  const found = index.during(() => {
    const both = clausesOf(index, ctx, request, prefetched);
    const { clauses, seen } = both;
    const cursor = cursorOf(index, request, request.shape.page === 'first' ? null : index.match(seen));
    if (cursor === undefined) return 'no cursor';
    const rows = rowsFor(index, request, clauses, cursor, prefetched);
    const page = rows && index.page(rows, { limit: request.count, back: cursor?.back ?? false });
    const by = foundBy(request, both);
    return page && { ...page, ...(by && { by }) };
  });
  if (found !== 'no cursor') return found;
  // in any other order the database looks for the cursor: a deleted track is not in the index, which may be slightly out of date
  if (!isByUpload(request)) return null;
  const goneAt = await uploadOfGone(searched, ctx, request);
  const { index: current } = searched;
  return current.during(() =>
    nextToUnknown(current, request, clausesOf(current, ctx, request, prefetched), goneAt),
  );
}

/** How many rows match, and the values by which they do. */
export function countIn(searched: Searched, ctx: Ctx, request: ListRequest) {
  return matchingIn(searched, ctx, request, (matching, _, clauses) => {
    const by = foundBy({ shape: { sort: [] } }, clauses);
    return { total: matching.count(), ...(by && { by }) };
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
  look: (matching: Bitset, index: RowIndex, by: ReturnType<typeof clausesOf>) => T,
): Promise<T> {
  const prefetched = await prepare(searched, ctx, request);
  const { index } = searched; // read after the wait, because it may have been replaced
  return index.during(() => {
    const by = clausesOf(index, ctx, request, prefetched);
    return look(index.match(by.clauses) ?? index.all(), index, by);
  });
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

/** Whether a request is sorted by date of upload only, in which every id has a place. */
const isByUpload = ({ shape: { sort } }: ListRequest) => sort.length === 1 && sort[0]?.by === 'uploaded';

/** When the deleted track that a cursor names was uploaded, in microseconds; null if the cursor names no such track. */
async function uploadOfGone(
  { statements }: Searched,
  ctx: Ctx,
  { shape, values }: ListRequest,
): Promise<number | null> {
  const cached = statements.cached(`gone|${shape.audience}`, () =>
    named(
      'tracks-gone',
      rowsOfCursor(ctx.db, trackList, { filters: [], audience: shape.audience })
        .where((eb) => eb(trackList.id(eb), '=', slots.cursor))
        .select(sql<string>`((extract(epoch from t.uploaded_at) * 1000000)::bigint)::text`.as('row'))
        .compile(),
    ),
  );
  const [found] = await runStatement(ctx, cached.statement, values, cached.named);
  return found ? Number(found.row) : null;
}

/**
 * A page by date of upload next to an id that this audience does not see: a deleted track has its place there, and any other id
 * follows the last track with a lower one.
 */
function nextToUnknown(
  index: RowIndex,
  { shape, count, values }: ListRequest,
  { clauses, seen }: ReturnType<typeof clausesOf>,
  goneAt: number | null,
): FoundIds {
  const cursor = values.cursor as number; // read as one
  const byId = { place: { key: cursor, id: cursor }, inclusive: false, back: true };
  const [before] = index.rowsOf(
    index.match(seen),
    { order: indexOrder('id'), descending: false, from: byId },
    1,
  );
  const order = indexOrder('uploaded');
  const lastAt = before === undefined ? Number.NEGATIVE_INFINITY : index.order(order).keyOf(before);
  const back = shape.page === 'before';
  const from = { place: { key: goneAt ?? lastAt, id: cursor }, inclusive: false, back };
  const descending = shape.sort[0]?.descending ?? false;
  const rows = index.rowsOf(index.match(clauses), { order, descending, from }, count + 1);
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

/**
 * The values by which a request finds tracks, if possible those of the tracks with one facet: a change of other tracks does not concern
 * it. Null if activity of a user decides, which the index does not contain.
 */
function foundBy(
  { shape: { sort } }: { readonly shape: Pick<ListRequest['shape'], 'sort'> },
  { clauses, seen }: ReturnType<typeof clausesOf>,
): string[] | null {
  const values = new Set<string>();
  const byName = byOrder(indexOrder('name'));
  for (const condition of clauses.flatMap(({ any }) => any)) {
    if ('rows' in condition) return null;
    if ('facet' in condition) values.add(byFacet(condition.facet));
    else if ('order' in condition) values.add(byOrder(condition.order));
    // a text changes together with the name
    else if ('contains' in condition) values.add(byName);
  }
  for (const { by } of sort) {
    if (activityOfOrder(by)) return null;
    // keys that are not in the index were read by a statement
    if (by === 'relevance') values.add(byName);
    else if (indexOrder(by) !== -1) values.add(byOrder(indexOrder(by)));
  }
  const required = clauses.slice(seen.length).flatMap(({ any, not }) => {
    const [only] = any;
    return !not && any.length === 1 && only && 'facet' in only ? only.facet : [];
  })[0];
  return required === undefined ? [...values] : [...values].map((value) => amongFacet(value, required));
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
