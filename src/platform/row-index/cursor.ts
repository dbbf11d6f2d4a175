/** Where a page begins, given by a row. */
export interface Cursor {
  row: number;
  inclusive: boolean;
  back: boolean;
}
