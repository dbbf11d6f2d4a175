/** A change of rows of a table, from the log. */
export interface Change {
  /** null: of a table that all editions share */
  readonly site: string | null;
  readonly table: string;
  /** `column value` for each column of `onPages`; null: any row may have changed */
  readonly keys: readonly string[] | null;
}
