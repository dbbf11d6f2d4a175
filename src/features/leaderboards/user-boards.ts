/** The site's own leaderboards by `lbid`; higher numbers are those of packs. */
export const ownBoards: ReadonlyMap<number, string> = new Map([
  [0, 'Standard'],
  [1, 'Classic'],
  [2, 'Nadeo'],
  [5, 'Star'],
]);

/** A user's row on a leaderboard. */
export interface UserBoard {
  /** lbid */
  readonly board: number;
  /** 1-based */
  readonly rank: number;
  readonly score: number;
  readonly records: number;
  readonly top10s: number;
  readonly replays: number;
}
