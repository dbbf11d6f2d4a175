/** A record of a pack: a stop on the way through its tracks. */
export interface TourStop {
  readonly trackId: number;
  readonly trackName: string;
  readonly replayId: number;
  readonly driver: string;
  readonly result: string;
}

/** The way through the records of a pack, from one of its tracks on. */
export interface Tour {
  readonly packId: number;
  readonly packName: string;
  /** of this track in the pack, counted from 1 */
  readonly position: number;
  /** of the pack */
  readonly tracks: number;
  /** the next records that the viewer may watch, as many as one page shows */
  readonly next: readonly TourStop[];
}
