/** The envelope of every list: clients read Results, More or both. */
export interface ListResponse<Row> {
  Results: Row[];
  More: boolean;
}
