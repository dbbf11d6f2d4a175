/** Names of blocks as in files, separated by white space. */
export interface BlockNames {
  /** comes before each of the names in `prefixed` */
  readonly prefix: string;
  readonly prefixed: string;
  /** complete names: most of them join two kinds of terrain */
  readonly plain?: string;
}
