/** What is known of a table apart from its columns. */
interface TableFacts<Rows extends 'by edition' | 'shared', Ids extends string> {
  /** the feature, or the folder of `src/`, that writes to it; other server code only reads it */
  readonly owner: string;
  /** further features and folders that may write to it */
  readonly otherWriters?: readonly string[];
  /** by edition: LIST-partitioned by its column `site`, which leads its keys */
  readonly rows: Rows;
  /** the kind of its ids, if they are counted on each edition (`nextId`) */
  readonly ids?: Ids;
  /** columns that refer to a person and that no entry of personal data handles, each with the reason */
  readonly notPersonal?: Readonly<Record<string, string>>;
}

export interface Table<Columns, Rows extends 'by edition' | 'shared', Ids extends string>
  extends TableFacts<Rows, Ids> {
  /** a type only: no value is ever here */
  readonly columns?: Columns;
}

/** Declares a table: `table({ owner: 'packs', rows: 'by edition' }).columns<{ site: string; pack_id: number }>()`. */
export const table = <Rows extends 'by edition' | 'shared', Ids extends string = never>(
  facts: TableFacts<Rows, Ids>,
) => ({ columns: <Columns>(): Table<Columns, Rows, Ids> => facts });

/** The reason for columns that say which moderator, or which author of the row, did something. */
export const byTheCrew =
  'An act of the crew, or of an author on their own row. The name is read from the profile, so it disappears with it.';
