/** By edition: LIST-partitioned by the column `site`, which leads all keys. Shared: one table for the whole installation. */
type Rows = 'by edition' | 'shared';

/** A table whose changes are logged for cached pages: its migration calls `log_for_pages` with the same columns. */
interface LoggedForPages {
  /** the columns by whose values a page can say which rows it has read */
  readonly by: readonly string[];
  /** columns that no page of a visitor shows: a change of these alone is not logged */
  readonly unseen?: readonly string[];
  /**
   * columns that change often, such as counters: a change of these alone concerns only statements that name them. The first column
   * of `by` is then the row's id
   */
  readonly often?: readonly string[];
}

/**
 * What pages of visitors show of a table. Own: rows of signed-in users that only they are shown, so that a visitor's page may read the
 * table, but finds nothing in it. Never: a page that reads it is not cached.
 */
export type OnPages = LoggedForPages | 'own' | 'never';

/** Which changes of its rows are in the public log of changes: its migration calls `log_public_changes` with the same columns. */
export interface InChanges {
  /** a row is a part of this, not a thing of its own */
  readonly partOf?: 'track' | 'pack' | 'video';
  /** those whose change is logged: what a copy of the site contains. Counters and places follow from other rows */
  readonly columns: readonly string[];
}

/** What is known of a table apart from its columns. */
interface TableFacts<R extends Rows, Ids extends string> {
  /** the feature that writes to it, or a folder such as `platform/auth`; other code only reads it */
  readonly owner: string;
  /** further features and folders that may write to it */
  readonly otherWriters?: readonly string[];
  readonly rows: R;
  readonly onPages: OnPages;
  readonly inChanges?: InChanges;
  /** the kind of its ids (`nextId`), if each edition counts its own */
  readonly ids?: Ids;
  /** columns that refer to a person and that no entry of personal data handles, each with the reason */
  readonly notPersonal?: Readonly<Record<string, string>>;
}

/** A table: everything about it that is not in its migration. */
interface Table<Columns, R extends Rows, Ids extends string> extends TableFacts<R, Ids> {
  /** exists only as a type, from which `Database` takes the columns */
  readonly columns?: Columns;
}

/** Declares a table: `table({ owner: 'packs', rows: 'by edition' }).columns<{ site: string; pack_id: number }>()`. */
export const table = <R extends Rows, Ids extends string = never>(facts: TableFacts<R, Ids>) => ({
  columns: <Columns>(): Table<Columns, R, Ids> => facts,
});

/** The reason for columns that say which moderator, or which author of the row, did something. */
export const byTheCrew =
  'An act of the crew, or of an author on their own row. The name is read from the profile, so it disappears with it.';
