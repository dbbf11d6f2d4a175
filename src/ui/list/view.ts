import { idIn } from '#lib/codes/ids.ts';
import type { Cursor } from '#lib/query-language/address.ts';
import type { ApiParams } from '#lib/query-language/search.ts';
import type { ViewDeclaration } from '#lib/query-language/view.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Sorting } from './DataTable.tsx';
import type { ListPage } from './list-page.ts';

/** What the address says about a view: where its page starts, and its order. */
export interface ViewAddress {
  readonly from: number | null;
  /** the page that ends in front of `from` */
  readonly back: boolean;
  /** null: the view's own */
  readonly order: number | null;
}

/** The addresses of a view's buttons; null: the button is disabled. */
export interface ViewLinks {
  readonly first: string | null;
  readonly previous: string | null;
  readonly next: string | null;
  readonly random: string | null;
}

/** A view with its rows, as pages pass it to components. */
export interface LoadedView<Row extends object> {
  readonly view: ViewDeclaration;
  readonly rows: readonly Row[];
  readonly problem: ProblemBody | null;
  readonly sorting: Sorting;
  readonly links: ViewLinks;
  /** the numbered bar, where the view has one */
  readonly numbers: { readonly current: number; readonly last: number; readonly path: string } | null;
}

/** Reads the parameters of a view from the page's address; invalid ones are ignored. */
export function readViewAddress({ type }: ViewDeclaration, search: URLSearchParams): ViewAddress {
  const from = idIn(search.get(`${type}.from`));
  return {
    from,
    back: from !== null && search.get(`${type}.dm`) === '1',
    order: idIn(search.get(`${type}.order`)) || null,
  };
}

/** The page's address with other parameters for this view; those of other views do not change. */
function viewHref({ type }: ViewDeclaration, url: URL, { from, back, order }: ViewAddress): string {
  const search = new URLSearchParams(url.search);
  const say = (name: string, value: number | null) => {
    if (value === null) search.delete(`${type}.${name}`);
    else search.set(`${type}.${name}`, String(value));
  };
  say('from', from);
  say('dm', back && from !== null ? 1 : null);
  say('order', order);
  const query = search.toString();
  return `${url.pathname}${query && `?${query}`}#${type}`;
}

/** The parameters of the call that reads a page of a view. One row more than shown is requested: it names the next page. */
export function viewParams(
  view: ViewDeclaration,
  order: number | null,
  cursor: Cursor,
  scope: ApiParams,
): ApiParams {
  return {
    ...view.scope,
    ...scope,
    ...(order !== null && { order1: String(order) }),
    count: String(cursor.at === 'before' ? view.size : view.size + 1),
    ...(cursor.at !== 'first' && { [cursor.at]: String(cursor.id) }),
    fields: view.fields.join(','),
  };
}

/** The addresses of a view's buttons on this page of it. */
export function viewLinks(
  view: ViewDeclaration,
  url: URL,
  address: ViewAddress,
  page: ListPage<object>,
  firstId: number | null,
  scope: ApiParams,
): ViewLinks {
  const to = (from: number | null, back = false) => viewHref(view, url, { from, back, order: address.order });
  const canGoBack = page.hasPrevious && firstId !== null;
  const filters = new URLSearchParams({ ...view.scope, ...scope }).toString();
  return {
    first: canGoBack && view.jumpsToFirst ? to(null) : null,
    previous: canGoBack ? to(firstId, true) : null,
    next: page.nextFrom === null ? null : to(page.nextFrom),
    random: view.random && page.rows.length > 1 ? `${view.random.path}${filters && `?${filters}`}` : null,
  };
}

/** How the column heads of a view sort: ascending, descending, none. */
export function viewSorting(view: ViewDeclaration, url: URL, { order }: ViewAddress): Sorting {
  return {
    order: order ?? view.order,
    // the list's own order has no column header
    usual: view.order ?? 0,
    href: (wanted) =>
      viewHref(view, url, { from: null, back: false, order: wanted === view.order ? null : wanted }),
  };
}
