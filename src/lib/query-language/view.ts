import type { ApiParams } from './search.ts';

/**
 * Declares a paginated list on a page: which rows, how many, in which order. The page passes the declaration and its subject
 * (`trackid`, `userid`…); `layouts/lists/load-view.ts` loads it, `ListView.astro` shows it.
 */
export interface ViewDeclaration<Field extends string = string> {
  /** name of the list; also its prefix in the address and its anchor */
  readonly type: string;
  /** rows per page */
  readonly size: number;
  readonly fields: readonly Field[];
  /** the field that is the cursor */
  readonly cursor: string;
  /** filters of this view */
  readonly scope: ApiParams;
  /** the default order, unless a column head selects another; null: the list's own */
  readonly order: number | null;
  /** shown if there are no rows */
  readonly empty: string;
  /** offers a link back to the first page */
  readonly jumpsToFirst?: true;
  /** path of a random row, which receives the filters too */
  readonly random?: { readonly path: string; readonly label: string };
}
