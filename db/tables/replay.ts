import type { Generated, JSONColumnType } from 'kysely';

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
  /** oddities of the file for moderators (features/replays/flags.ts) */
  flags: Generated<string[]>;
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
  /** the user whose token sent it; null: sent without one */
  sent_by: number | null;
  sent_at: Date | null;
}

/** An analysed replay, kept for a day. */
export interface ReplayUploadTable {
  site: string;
  upload_key: string;
  user_id: number;
  sha256: string;
  file_name: string;
  file_size: number;
  /** features/replays/replay-file.ts, so that posting does not read the file again */
  facts: JSONColumnType<object>;
  created_at: Date;
  replay_id: number | null;
}

/** A login of the games that drives for a user. */
export interface GameLoginTable {
  site: string;
  /** in lower case */
  login_key: string;
  login: string;
  user_id: number;
  /** the replay that proved it */
  replay_id: number;
  bound_at: Date;
}

export interface ReplayTables {
  game_login: GameLoginTable;
  replay_upload: ReplayUploadTable;
  replay: ReplayTable;
  leaderboard_row: LeaderboardRowTable;
  online_record: OnlineRecordTable;
}
