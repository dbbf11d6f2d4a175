import type { RawBuilder } from 'kysely';

/** A row that has a page. */
export interface ListedRow {
  readonly id: number;
  readonly at: Date | null;
  readonly address?: string | null;
}

/** Pages of one kind that visitors may see, for search engines. */
export interface SitemapKind {
  /** begins the names of its parts */
  readonly name: string;
  /** the table with the condition of visibility; `k` is the row. The condition is literally that of an index, so that only the index is read. */
  readonly from: RawBuilder<unknown>;
  readonly id: string;
  /** the column with the date of the last change */
  readonly at: string | null;
  readonly address?: string;
  path(row: ListedRow): string;
}
