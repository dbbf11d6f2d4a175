import type { Cursor, ListAddress } from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import type { ListResponse } from '#lib/wire/fields.ts';

/** One page of rows, and whether there is more on either side. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** the first row of this page; null at the beginning of the list */
  readonly from: number | null;
  readonly hasPrevious: boolean;
  /** the first row of the next page; null at the end */
  readonly nextFrom: number | null;
}

export const emptyPage = { rows: [], from: null, hasPrevious: false, nextFrom: null } as const;

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
  { Results, More }: ListResponse<Row>,
): ListPage<Row> | null {
  if (cursor.at === 'before') {
    if (!More && Results.length < address.count) return null;
    return {
      rows: Results,
      from: More ? rowId(declared, Results[0]) : null,
      hasPrevious: More,
      nextFrom: cursor.id,
    };
  }
  if (cursor.at !== 'first' && Results.length === 0) return null;
  const rows = Results.slice(0, address.count);
  return {
    rows,
    from: cursor.at === 'first' ? null : (rowId(declared, rows[0]) ?? cursor.id),
    hasPrevious: cursor.at !== 'first',
    nextFrom: rowId(declared, Results[address.count]),
  };
}
