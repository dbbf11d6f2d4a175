import type { PersonRow } from '#features/users/fields.ts';

/** The track of a replay. */
export interface ReplayTrackRow {
  TrackId: number;
  TrackName: string;
  /** lib/codes primaryTypes */
  Type: number;
  /** 1-based */
  Environment: number;
  Uploader: PersonRow;
}

/** All fields of GET /api/replays, as in the JSON. */
export interface ReplayRow {
  ReplayId: number;
  User: PersonRow;
  Track: ReplayTrackRow;
  /** milliseconds; 0 when secret */
  ReplayTime: number;
  /** points on Stunts, respawns on Platform; 0 elsewhere and when secret */
  ReplayScore: number;
  /** 0 when secret */
  ReplayRespawns: number;
  /** the same as ReplayRespawns */
  Respawns: number;
  /** whether result and points are hidden from the viewer */
  IsSecret: boolean;
  /** ISO 8601, UTC, milliseconds, without a zone */
  ReplayAt: string;
  /** file date of the driven version */
  TrackAt: string;
  /** 0-based; null: beaten by the same driver, or of an older version */
  Position: number | null;
  /** leaderboard points; null: not counted, or secret */
  Score: number | null;
  /** 0 none, 1 bronze … 4 author; 0 when secret */
  Medal: number;
  /** 1 or 0: the driver's best on the current version */
  IsBest: number;
  /** 0 does not count, 1 among the ten, 2 also among the two */
  IsLeaderboard: number;
  Validated: boolean;
  /** for moderators only; otherwise null */
  DriverLogIn: string | null;
}

/** The fields of a request without `fields`. */
export const defaultReplayFields = [
  'ReplayId',
  'User.UserId',
  'User.Name',
  'ReplayTime',
  'Position',
] as const;
