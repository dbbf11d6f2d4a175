/** A replay that was posted, deleted or restored, or that no longer counts (revoked) or counts again (released). */
export interface ReplayChange {
  readonly kind: 'posted' | 'deleted' | 'restored' | 'revoked' | 'released';
  readonly trackId: number;
  readonly replayId: number;
  /** its driver */
  readonly userId: number;
}

/** A replay on the board of its track. */
interface RankedReplay {
  readonly replayId: number;
  /** 0 is the record */
  readonly position: number;
}

/** The effect of a change on the board of the track. */
export interface Placed {
  /** of the changed replay; null: it is not ranked (deleted, beaten, or of an older version) */
  readonly position: number | null;
  /** the driver's ranked replay before the change, with its position then; null: none */
  readonly before: RankedReplay | null;
  /** the driver's ranked replay after the change; null: none */
  readonly after: RankedReplay | null;
  /** the ranked replay that the changed one replaced; null: none */
  readonly previousBestId: number | null;
  /** whether the changed replay is the record now */
  readonly isRecord: boolean;
  /** whether another replay, or none, is the record now */
  readonly recordChanged: boolean;
  /** ranked drivers after the change */
  readonly drivers: number;
}
