import type { Generated } from 'kysely';

export interface ReplayTable {
  site: string;
  replay_id: number;
  track_id: number;
  track_version: number;
  /** of an older version of the track; set when the track's replays are ranked */
  is_outdated: Generated<boolean>;
  user_id: number;
  replay_time_ms: number;
  /** points in Stunts, otherwise null */
  replay_score: number | null;
  respawns: Generated<number>;
  /** rank value for the track's type: lower is better */
  result: number;
  replay_at: Date;
  /** file date of the version driven */
  track_at: Date;
  /** null: beaten, or of an older version */
  position: number | null;
  /** leaderboard points; null: not counted */
  score: number | null;
  is_best: Generated<boolean>;
  is_leaderboard: Generated<number>;
  medal: Generated<number>;
  /** its contribution to the track's value */
  contribution: Generated<number>;
  validated: Generated<boolean>;
  driver_login: string | null;
  sha256: string;
  file_size: number;
  secret_until: Date | null;
  /** when the driver's better replay, or a new version of the track, replaced it; null: not yet */
  beaten_at: Date | null;
  /** deleted replays are in no list, rank nowhere and can be restored */
  deleted_at: Date | null;
  deleted_by: number | null;
  deletion_reason: string | null;
}

export interface LeaderboardRowTable {
  site: string;
  /** lbid: 0 standard, 1 classic, 2 Nadeo, 5 star, higher ones are pack ids */
  board: number;
  /** lbenv: 0 all */
  environment: number;
  user_id: number;
  position: number;
  /** places climbed since the last snapshot */
  delta: Generated<number>;
  score: number;
  records: Generated<number>;
  top10s: Generated<number>;
  replays: Generated<number>;
}

export interface OnlineRecordTable {
  site: string;
  online_record_id: number;
  uid: string;
  /** 0 rounds, otherwise time attack */
  mode: number;
  login: string;
  time_ms: number;
  server: Generated<string>;
}

export interface ReplayTables {
  replay: ReplayTable;
  leaderboard_row: LeaderboardRowTable;
  online_record: OnlineRecordTable;
}
