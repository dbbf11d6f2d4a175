import { LRUCache } from 'lru-cache';
import type { Ctx } from '#platform/context.ts';
import type { Site } from '#sites/schema.ts';
import { type Requested, requestedFields, requestedKey } from './fields.ts';
import type { List, ListOrder, ListRequest, PageKind, Shape, Sort } from './list.ts';
import { invalidValue, type Params, pageSize, pathList, readId, single } from './params.ts';
import { rowsAtOnce } from './rows-at-once.ts';

/**
 * Reads the parameters of a list. Unknown names are ignored; an unreadable value is a Problem that names the parameter.
 */
export function readRequest(ctx: Ctx, list: List, params: Params): ListRequest {
  const { fields, fieldsKey, atOnce } = readFields(ctx, list, params);
  const count = pageSize(params.get('count'), list.pageSize);
  const { page, cursor } = readCursor(params, list.cursorFromZero ?? false);
  const { filters, values } = readFilters(list, params, ctx.site);
  // there is nothing to sort by in rows that a filter excludes
  const asksFor = filters.filter(({ variant }) => variant !== 'no').map(({ name }) => name);
  const sort = readSort(list, params, new Set(asksFor));
  const audience = list.audience(ctx.viewer, new Set(filters.map(({ name }) => name)), fields);
  return {
    shape: keyed({ fields, fieldsKey, sort, page, filters, audience }),
    count,
    atOnce,
    values: {
      ...values,
      site: ctx.site.code,
      viewer: ctx.viewer.userId,
      level: ctx.viewer.level,
      now: ctx.clock.now(),
      limit: count + 1,
      cursor,
    },
  };
}

interface ReadFields {
  readonly fields: Requested;
  readonly fieldsKey: string;
  /** rows with these fields that one statement reads */
  readonly atOnce: number;
}

/** Clients request the same fields again and again, so each text is parsed once. */
const readBefore = new WeakMap<object, LRUCache<string, ReadFields>>();
const maxTexts = 500;

function readFields(ctx: Ctx, list: List, params: Params): ReadFields {
  const given = params.get('fields');
  const text = given?.join() ?? '';
  const known = readBefore.get(list) ?? new LRUCache<string, ReadFields>({ max: maxTexts });
  readBefore.set(list, known);
  const before = known.get(text);
  if (before) return before;
  const fields = requestedFields(list.fields, pathList(given) ?? list.defaultFields);
  const read = { fields, fieldsKey: requestedKey(fields), atOnce: rowsAtOnce(ctx.db, list, fields) };
  if (text.length <= 2000) known.set(text, read);
  return read;
}

/** Names of a list's filters in the order of their declaration. */
const filterNames = new WeakMap<object, readonly string[]>();

function readFilters(
  list: List,
  params: Params,
  site: Site,
): { filters: Shape['filters']; values: Record<string, unknown> } {
  const filters: { name: string; variant: string }[] = [];
  const values: Record<string, unknown> = {};
  const names = filterNames.get(list) ?? Object.keys(list.filters);
  filterNames.set(list, names);
  for (const name of names) {
    const given = params.get(name);
    const usual = list.preset?.[name];
    if (given === undefined && usual === undefined) continue;
    const filter = list.filters[name];
    const value =
      (given && filter?.parse(name, given, site)) ?? (usual && filter?.parse(name, [usual], site));
    if (!filter || value === undefined) continue;
    values[`filter.${name}`] = value;
    filters.push({ name, variant: filter.variant?.(value) ?? '' });
  }
  return { filters, values };
}

/** order1, then order2 if it is a different order; an order without keys leaves no rows equal. */
function readSort(list: List, params: Params, given: ReadonlySet<string>): Sort[] {
  const usual = typeof list.defaultOrder === 'function' ? list.defaultOrder(given) : list.defaultOrder;
  const first = sortOf(list, single(params.get('order1')), given) ?? usual;
  const second = list.oneOrder ? undefined : sortOf(list, single(params.get('order2')), given);
  const isWhole = first.by !== 'relevance' && list.orders[first.by]?.keys.length === 0;
  return second && second.by !== first.by && !isWhole ? [first, second] : [first];
}

/** Returns undefined for an unknown order, since old clients send names, and for one whose filter is missing. */
function sortOf(list: List, text: string | undefined, given: ReadonlySet<string>): Sort | undefined {
  if (text === undefined) return undefined;
  const sort =
    text.toLowerCase() === 'relevance'
      ? { by: 'relevance', descending: false }
      : /^\d{1,3}$/.test(text)
        ? sortsByCode(list).get(Number(text))
        : undefined;
  const order = sort && orderOf(list, sort);
  return order && (order.needs === undefined || given.has(order.needs)) ? sort : undefined;
}

/** The order of a list by name, `relevance` included. */
export const orderOf = (list: List, { by }: Sort): ListOrder | undefined =>
  by === 'relevance' ? list.relevance : list.orders[by];

const sortsOfLists = new WeakMap<object, ReadonlyMap<number, Sort>>();

function sortsByCode(list: List): ReadonlyMap<number, Sort> {
  const known = sortsOfLists.get(list);
  if (known) return known;
  const sorts = Object.entries(list.orders).flatMap(
    ([
      by,
      {
        codes: [ascending, descending],
      },
    ]) => [[ascending, { by, descending: false }] as const, [descending, { by, descending: true }] as const],
  );
  const byCode = new Map<number, Sort>(sorts);
  if (byCode.size < sorts.length) throw new Error(`${list.name} has two orders with the same code.`);
  sortsOfLists.set(list, byCode);
  return byCode;
}

function readCursor(params: Params, fromZero: boolean): { page: PageKind; cursor: number } {
  const given = (['after', 'before', 'from'] as const).flatMap((page) => {
    const text = single(params.get(page));
    const cursor = text === undefined ? 0 : readId(page, text);
    // 0 means none, as old clients start with `after=0`
    return text !== undefined && (cursor !== 0 || fromZero) ? [{ page, cursor }] : [];
  });
  if (given.length > 1)
    throw invalidValue(given[1]?.page ?? 'before', "only one of 'after', 'before' and 'from' can be given");
  return given[0] ?? { page: 'first', cursor: 0 };
}

/** A shape with the key that names it. */
const keyed = (shape: Omit<Shape, 'key'>): Shape => ({
  ...shape,
  key: [
    shape.fieldsKey,
    shape.sort.map(({ by, descending }) => `${by}${descending ? 'd' : 'a'}`).join('+'),
    shape.page,
    shape.filters.map(({ name, variant }) => `${name}:${variant}`).join('+'),
    shape.audience,
  ].join('|'),
});

/** The same request with other variants of its filters and additional values. */
export const withFilters = (
  { shape, values, ...request }: ListRequest,
  filters: Shape['filters'],
  more: Readonly<Record<string, unknown>>,
): ListRequest => ({ ...request, shape: keyed({ ...shape, filters }), values: { ...values, ...more } });
