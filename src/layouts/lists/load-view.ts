import { type Cursor, cursorOf } from '#lib/query-language/address.ts';
import type { ApiParams } from '#lib/query-language/search.ts';
import type { ViewDeclaration } from '#lib/query-language/view.ts';
import type { ListResponse, Paths, Picked } from '#lib/wire/fields.ts';
import { onlyViewHeader } from '#lib/wire/view-header.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { List } from '#platform/lists/list.ts';
import { params } from '#platform/lists/params.ts';
import { countRows, parseRows, readPage } from '#platform/lists/run.ts';
import { currentReads } from '#platform/page-cache/reads.ts';
import { emptyPage, type ListPage, pageFrom, rowId } from '#ui/list/list-page.ts';
import {
  type LoadedView,
  readViewAddress,
  type ViewAddress,
  viewLinks,
  viewParams,
  viewSorting,
} from '#ui/list/view.ts';
import { pageNumber } from '#ui/page-numbers.ts';
import { unlessGone } from './load-unless-gone.ts';

/** The part of a request that a view needs; Astro itself provides it. */
interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly locals: { readonly ctx: Ctx };
}

/** Loads one page of a view for its address. If a script requests another view of the page, this one stays empty. */
export async function loadView<ListRow, const F extends Paths<ListRow>>(
  page: PageRequest,
  list: List<ListRow>,
  view: ViewDeclaration<F>,
  scope: ApiParams = {},
): Promise<LoadedView<Picked<ListRow, F> & object>> {
  type Row = Picked<ListRow, F> & object;
  const { url } = page;
  const address = readViewAddress(view, url.searchParams);
  const order = address.order ?? view.order;
  const read = (cursor: Cursor) =>
    unlessGone(cursor, async () =>
      pageFrom(
        view,
        { count: view.size },
        cursor,
        await rowsOf<Row>(page, list, viewParams(view, order, cursor, scope)),
      ),
    );
  const shown = (page: ListPage<Row>, problem: LoadedView<Row>['problem']): LoadedView<Row> => ({
    view,
    rows: page.rows,
    problem,
    sorting: viewSorting(view, url, address),
    links: viewLinks(view, url, address, page, page.firstId ?? page.from, scope),
    numbers: null,
  });
  if (isLeftOut(page, view)) return shown(emptyPage, null);
  try {
    const cursor = cursorOf({ ...address, query: '', view: '', count: view.size, filters: {} });
    return shown((await read(cursor)) ?? (await read({ at: 'first' })) ?? emptyPage, null);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // the next visitor may have more luck
    if (error.status >= 500 || error.status === 429) currentReads()?.refuse();
    return shown(emptyPage, error.body);
  }
}

/** the maximum page size of a list */
const maxRows = 1000;

/** Loads page `p` of a view with a numbered bar. It has at most a thousand rows, so for a later page all ids are read first. */
export async function loadNumbered<ListRow, const F extends Paths<ListRow>>(
  page: PageRequest,
  list: List<ListRow>,
  view: ViewDeclaration<F>,
  scope: ApiParams = {},
): Promise<LoadedView<Picked<ListRow, F> & object> & { total: number }> {
  type Row = Picked<ListRow, F> & object;
  const { url } = page;
  const order = readViewAddress(view, url.searchParams).order;
  const address: ViewAddress = { from: null, back: false, order };
  const filters = viewParams(view, order ?? view.order, { at: 'first' }, scope);
  const asked = url.searchParams.get('p');
  const { rows, total } = isLeftOut(page, view)
    ? { rows: [], total: 0 }
    : ((asked === null ? await firstRows<Row>(page, list, view, filters) : null) ??
      (await rowsOfPage<Row>(page, list, view, filters, asked)));
  const last = Math.ceil(total / view.size);
  const rest = new URLSearchParams(url.search);
  rest.delete('p');
  return {
    view,
    rows,
    problem: null,
    sorting: viewSorting(view, withoutPage(url), address),
    links: viewLinks(view, url, address, { ...emptyPage, rows }, null, scope),
    numbers: {
      current: pageNumber(asked, last),
      last,
      path: `${url.pathname}${rest.size > 0 ? `?${rest}` : ''}`,
    },
    total,
  };
}

interface NumberedRows<Row> {
  readonly rows: readonly Row[];
  /** on all pages */
  readonly total: number;
}

/** The first page; null if there are too many rows to count. */
async function firstRows<Row extends object>(
  page: PageRequest,
  list: List,
  { size }: ViewDeclaration,
  filters: ApiParams,
): Promise<NumberedRows<Row> | null> {
  const [{ Results }, total] = await Promise.all([
    rowsOf<Row>(page, list, { ...filters, count: String(size) }),
    countRows(page.locals.ctx, list, params(filters)),
  ]);
  return total === null ? null : { rows: Results, total };
}

async function rowsOfPage<Row extends object>(
  page: PageRequest,
  list: List,
  view: ViewDeclaration,
  filters: ApiParams,
  asked: string | null,
): Promise<NumberedRows<Row>> {
  const all = await rowsOf<object>(page, list, { ...filters, fields: view.cursor, count: String(maxRows) });
  const ids = all.Results.flatMap((row) => rowId(view, row) ?? []);
  const current = pageNumber(asked, Math.ceil(ids.length / view.size));
  const wanted = ids.slice((current - 1) * view.size, current * view.size);
  if (wanted.length === 0) return { rows: [], total: ids.length };
  const { Results } = await rowsOf<Row>(page, list, { ...filters, id: wanted.join() });
  return { rows: Results, total: ids.length };
}

function withoutPage(url: URL): URL {
  const other = new URL(url);
  other.searchParams.delete('p');
  return other;
}

function isLeftOut({ request }: PageRequest, { type }: ViewDeclaration): boolean {
  const only = request.headers.get(onlyViewHeader);
  if (only === null || only === type) return false;
  // nobody else may see what was left out as empty
  currentReads()?.refuse();
  return true;
}

async function rowsOf<Row extends object>(
  { locals }: PageRequest,
  list: List,
  page: ApiParams,
): Promise<ListResponse<Row>> {
  const { rows, more } = await readPage(locals.ctx, list, params(page));
  return { Results: parseRows<Row>(rows), More: more };
}
