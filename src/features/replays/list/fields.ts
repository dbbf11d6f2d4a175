import type { PersonRow } from '#features/users/list/fields.ts';
import type { OriginRow } from '#lib/wire/fields.ts';

/** The track of a replay. */
interface ReplayTrackRow {
  TrackId: number;
  TrackName: string;
  /** lib/codes primaryTypes */
  Type: number;
  /** 1-based */
  Environment: number;
  Uploader: PersonRow;
}

/**
 * How far a ranked replay is behind the first and the previous one: in milliseconds, on Platform with ten seconds for each respawn,
 * on Stunts in points. Null: not ranked, nothing ahead of it, or one of the two results is secret.
 */
export interface GapFields {
  /** behind the first place; 0 for the first place itself */
  Difference: number | null;
  /** Platform: how many respawns more than the first place; otherwise 0 */
  DifferenceRespawns: number | null;
  /** behind the place before */
  Delta: number | null;
  /** Platform: how many respawns more than the place before; otherwise 0 */
  DeltaRespawns: number | null;
}

/** All fields of GET /api/replays, as in the JSON. */
export interface ReplayRow extends GapFields, OriginRow {
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
  /** SHA-256, in hex, of the file that GET /recordgbx/:id sends; null when secret */
  FileHash: string | null;
  /** bytes; null when secret */
  FileSize: number | null;
  /** when it was uploaded, because files contain no date; ISO 8601, UTC, milliseconds, without a zone */
  ReplayAt: string;
  /** file date of the driven version */
  TrackAt: string;
  /** 0-based; null: beaten by the same driver, of an older version, or revoked */
  Position: number | null;
  /**
   * how many drivers have a better result on the current version: equal results share it, and a beaten replay has the place that
   * it would take; null: of an older version, or revoked
   */
  AdjustedPosition: number | null;
  /** leaderboard points; null: not counted, or secret */
  Score: number | null;
  /** 0 none, 1 bronze … 4 author; 0 when secret */
  Medal: number;
  /** 1 or 0: the driver's best on the current version */
  IsBest: number;
  /** 0 does not count, 1 among the ten, 2 also among the two */
  IsLeaderboard: number;
  /** moderators decided that it does not count: it is listed unranked */
  IsRevoked: boolean;
  Validated: boolean;
  /** the file names the login of its driver; older games do not write one */
  IsDriverVerified: boolean;
  /** on the leaderboard of the track's type: how many records and places among the first ten its driver has */
  ReplayWRs: number;
  Top10s: number;
  /** for moderators only; otherwise null */
  DriverLogIn: string | null;
  /** oddities of the file, as in flags.ts; for moderators only, otherwise null */
  Flags: string[] | null;
}

/** The fields of a request without `fields`. */
export const defaultReplayFields = [
  'ReplayId',
  'User.UserId',
  'User.Name',
  'ReplayTime',
  'Position',
] as const;
