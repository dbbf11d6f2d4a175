/** The envelope of every list (spec §7): clients read Results, More or both. */
export interface ListResponse<Row> {
  Results: Row[];
  More: boolean;
}
