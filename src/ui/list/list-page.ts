import type { Cursor, ListAddress } from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import type { ListResponse } from '#lib/wire/fields.ts';

/** Where a page of rows is in its list, and whether there is more on either side. */
interface PagePlace {
  readonly count: number;
  /** how many rows the whole list has; null if there are too many to count */
  readonly total: number | null;
  /** ids of the first and the last row of this page; null if it is empty */
  readonly firstId: number | null;
  readonly lastId: number | null;
  /** the first row of this page; null at the beginning of the list */
  readonly from: number | null;
  readonly hasPrevious: boolean;
  /** the first row of the next page; null at the end */
  readonly nextFrom: number | null;
}

/** One page of rows. */
export interface ListPage<Row> extends PagePlace {
  readonly rows: readonly Row[];
}

/** The page that is shown. */
export interface ShownPage<Row> extends PagePlace {
  /** null: the server has rendered them, and the browser knows them as HTML only */
  readonly rows: readonly Row[] | null;
}

/**
 * The page with which an island starts. Astro sends enumerable properties only, so the rows stay on the server: in the browser they
 * are part of the HTML, and as data they would double its size.
 */
export const withRowsOnServer = <Row>(page: ListPage<Row>): ListPage<Row> =>
  Object.defineProperty({ ...page }, 'rows', { enumerable: false });

export const emptyPage = {
  rows: [],
  count: 0,
  total: 0,
  firstId: null,
  lastId: null,
  from: null,
  hasPrevious: false,
  nextFrom: null,
} as const;

type Declared = Pick<SearchDeclaration, 'cursor'>;

/** The id of a row by the field that is the list's cursor. */
export function rowId(declared: Declared, row: object | undefined): number | null {
  const id = row && (row as Readonly<Record<string, unknown>>)[declared.cursor]; // a row has the requested fields
  return typeof id === 'number' ? id : null;
}

/** Whether the row at which a page begins has no place in the order any more, so the first page must be read. */
export const isCursorGone = ({ status }: { readonly status: number }, cursor: Cursor): boolean =>
  status === 410 && cursor.at !== 'first';

/**
 * The response to `pageParams` as a page. Null: there is less than a page in front of the row, or nothing from it on because it
 * was deleted, so the first page must be read.
 */
export function pageFrom<Row extends object>(
  declared: Declared,
  address: Pick<ListAddress, 'count'>,
  cursor: Cursor,
  { Results, More, Total = null }: ListResponse<Row>,
): ListPage<Row> | null {
  if (cursor.at === 'before') {
    if (!More && Results.length < address.count) return null;
    return {
      ...edges(declared, Results),
      total: Total,
      from: More ? rowId(declared, Results[0]) : null,
      hasPrevious: More,
      nextFrom: cursor.id,
    };
  }
  if (cursor.at !== 'first' && Results.length === 0) return null;
  const rows = Results.slice(0, address.count);
  return {
    ...edges(declared, rows),
    total: Total,
    from: cursor.at === 'first' ? null : (rowId(declared, rows[0]) ?? cursor.id),
    hasPrevious: cursor.at !== 'first',
    nextFrom: rowId(declared, Results[address.count]),
  };
}

const edges = <Row extends object>(declared: Declared, rows: readonly Row[]) => ({
  rows,
  count: rows.length,
  firstId: rowId(declared, rows[0]),
  lastId: rowId(declared, rows.at(-1)),
});
