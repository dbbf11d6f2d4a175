import type { ApiParams } from './search.ts';

/**
 * A paginated list on a page, said once: which rows, how many, in which order. The page names the list
 * and adds what it is about (`trackid`, `userid`…); `layouts/load-view.ts` reads it, `ListView.astro` shows it.
 */
export interface ViewDeclaration<Field extends string = string> {
  /** name of the list; also its prefix in the address and its anchor */
  readonly type: string;
  /** rows per page */
  readonly size: number;
  readonly fields: readonly Field[];
  /** the field that is the cursor */
  readonly cursor: string;
  /** filters that make it this view */
  readonly scope: ApiParams;
  /** the order unless a column head asks for another; null: the list's own */
  readonly order: number | null;
  /** said when there is nothing */
  readonly empty: string;
  /** offers a way back to the beginning */
  readonly jumpsToFirst?: true;
  /** where one of these is drawn by lot; the filters go along */
  readonly random?: { readonly path: string; readonly label: string };
}
