import { idIn } from '#lib/codes/ids.ts';
import { countChoices, type SearchDeclaration } from './declaration.ts';
import { parseQuery } from './parse.ts';
import { type ApiParams, apiParams, type SearchKeys } from './search.ts';

/** A list as its address describes it. `from` is where a page starts; null is the beginning. */
export interface ListAddress {
  readonly query: string;
  readonly from: number | null;
  /** `dm=1`: the page that ends in front of `from`, for Previous without JavaScript */
  readonly back: boolean;
  readonly view: string;
  readonly count: number;
  /** null: the view's or the list's own */
  readonly order: number | null;
  /** replaysBy, username, lbid, lbenv: those the list declares, by name */
  readonly filters: Readonly<Record<string, string>>;
}

const maxRows = countChoices.at(-1) ?? 200;
const maxQueryLength = 1000;
const whole = (text: string | undefined, most: number): number | null =>
  text !== undefined && /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : null;

/**
 * Reads an address. Names are case-insensitive. An unreadable view, count, order or position is ignored; an
 * unreadable filter stays, so that the page can show it. Characters with code 0 are removed from the query: HTML cannot
 * contain them, so the text in the box would change when the scripts of the page run.
 */
export function readAddress(declared: SearchDeclaration, search: URLSearchParams): ListAddress {
  const given = new Map([...search].map(([name, value]) => [name.toLowerCase(), value]));
  const view = given.get('view')?.toLowerCase() ?? '';
  const count = whole(given.get('count'), 100_000);
  const from = idIn(given.get('from'));
  const filters = Object.keys(declared.address).flatMap((name) => {
    const value = given.get(name.toLowerCase())?.trim().slice(0, 100);
    return value ? [[name, value] as const] : [];
  });
  return {
    query: (given.get('query') ?? '').replaceAll('\0', '').slice(0, maxQueryLength),
    from,
    back: from !== null && given.get('dm') === '1',
    view: Object.hasOwn(declared.views, view) ? view : usualView(declared),
    count: count === null || count === 0 ? declared.defaultCount : Math.min(count, maxRows),
    order: whole(given.get('order'), 999) || null,
    filters: Object.fromEntries(filters),
  };
}

/** The first view that is declared. */
const usualView = (declared: SearchDeclaration): string => Object.keys(declared.views)[0] ?? '';

/** An address as the query of a URL, '' or '?…'. Defaults are omitted: order 2, 40 rows, the first view. */
export function writeAddress(declared: SearchDeclaration, address: ListAddress): string {
  const entries: [string, string][] = [];
  const say = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') entries.push([name, String(value)]);
  };
  say('query', address.query);
  say('view', address.view === usualView(declared) ? null : address.view);
  say('count', address.count === declared.defaultCount ? null : address.count);
  say('order', address.order === usualOrder(declared, address.view) ? null : address.order);
  for (const [name, value] of Object.entries(address.filters)) say(name, value);
  say('from', address.from);
  if (address.back && address.from !== null) say('dm', '1');
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

const usualOrder = (declared: SearchDeclaration, view: string): number =>
  declared.views[view]?.order ?? declared.defaultOrder;

/** The order the rows come in: the text's, the address's, the view's, the list's. Null: the best match first. */
export function orderOf(declared: SearchDeclaration, address: ListAddress): number | null {
  const { values, words } = parseQuery(address.query, declared.keys);
  if (typeof values.order1 === 'number' && values.order1 > 0) return values.order1;
  if (address.order !== null) return address.order;
  return declared.byRelevance && words.length > 0 ? null : usualOrder(declared, address.view);
}

/** Where in the list a page is: at the beginning, or next to a row. */
export type Cursor =
  | { readonly at: 'first' }
  | { readonly at: 'from' | 'after' | 'before'; readonly id: number };

export const cursorOf = ({ from, back }: ListAddress): Cursor =>
  from === null ? { at: 'first' } : { at: back ? 'before' : 'from', id: from };

/** A filter of the address whose value cannot be read; the page shows it instead of applying it. */
export interface InvalidFilter {
  readonly name: string;
  readonly value: string;
}

interface AddressFilters {
  readonly params: ApiParams;
  readonly invalid: readonly InvalidFilter[];
}

/** Reads the filters next to the query. If the query contains the same filter, the query wins. */
function addressFilters(
  declared: SearchDeclaration,
  { filters }: Pick<ListAddress, 'filters'>,
  inText: object,
): AddressFilters {
  const invalid: InvalidFilter[] = [];
  const params = Object.entries(filters).map(([name, value]) => {
    const filter = declared.address[name];
    if (!filter || (filter.key !== undefined && Object.hasOwn(inText, filter.key))) return {};
    const read = filter.params(value);
    if (!read) invalid.push({ name, value });
    return read ?? {};
  });
  return { params: Object.assign({}, ...params), invalid };
}

/** The filters of an address that cannot be read. */
export const invalidFilters = (
  declared: SearchDeclaration,
  address: Pick<ListAddress, 'query' | 'filters'>,
): readonly InvalidFilter[] =>
  addressFilters(declared, address, parseQuery(address.query, declared.keys).values).invalid;

/** What an address filters by, without order, cursor and fields: also the parameters of a random row. */
export function filterParams<Keys extends SearchKeys>(
  declared: SearchDeclaration<Keys>,
  address: Pick<ListAddress, 'query' | 'filters'> & Partial<Pick<ListAddress, 'view'>>,
  scope: ApiParams,
): ApiParams {
  const parsed = parseQuery(address.query, declared.keys);
  const { order1: _, ...text } = apiParams(parsed, declared.keys, declared.words);
  const { params } = addressFilters(declared, address, parsed.values);
  const ofView = address.view === undefined ? {} : declared.views[address.view]?.params;
  return { ...ofView, ...params, ...text, ...scope };
}

/** What an address filters by, in its order. */
export function listParams(declared: SearchDeclaration, address: ListAddress, scope: ApiParams): ApiParams {
  const order = orderOf(declared, address);
  return { ...filterParams(declared, address, scope), order1: order === null ? 'relevance' : String(order) };
}

/** The parameters of the call that reads a page. One row more than shown is requested: it names the next page. */
export function pageParams(
  declared: SearchDeclaration,
  address: ListAddress,
  cursor: Cursor,
  scope: ApiParams,
): ApiParams {
  return {
    ...listParams(declared, address, scope),
    total: '1',
    count: String(cursor.at === 'before' ? address.count : address.count + 1),
    ...(cursor.at !== 'first' && { [cursor.at]: String(cursor.id) }),
    fields: declared.fields.join(','),
  };
}
