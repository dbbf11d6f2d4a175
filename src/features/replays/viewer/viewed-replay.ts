/** A replay on the page of the viewer: where its file is, or why it cannot be viewed. */
export interface ViewedReplay {
  readonly replayId: number;
  readonly driverId: number;
  readonly driver: string;
  /** as in lists, 'Secret' if hidden */
  readonly result: string;
  readonly rank: string;
  readonly file: string | null;
  readonly why: string | null;
  /** the evidence sheet, for moderators; null for others */
  readonly evidence: string | null;
}
