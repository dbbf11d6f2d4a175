import type { PersonRow } from '#features/users/list/fields.ts';
import type { OriginRow, Paths, Picked } from '#lib/wire/fields.ts';

export interface TrackAuthorRow {
  User: PersonRow & { CustomUrl: string | null };
  IsUploader: boolean;
  IsPending: boolean;
  /** '' if there is none */
  Role: string;
}

export interface ReplayRef {
  ReplayId: number;
  /** milliseconds; 0 when secret. A secret result is left out unless IsSecret is requested by its own path */
  ReplayTime: number;
  /** points (Stunts) or respawns (Platform); otherwise 0, also when secret */
  ReplayScore: number;
  /** when it was uploaded, because files contain no date; ISO 8601, UTC, milliseconds, without a zone */
  ReplayAt: string;
  /** whether the result is hidden from the viewer */
  IsSecret: boolean;
}

/** Thresholds in milliseconds; respawns on Platform, points on Stunts. */
export interface TrackMedals {
  Author: number | null;
  Gold: number | null;
  Silver: number | null;
  Bronze: number | null;
  /** the result of UserReplay, to be compared with them */
  CustomTime: number | null;
  /** lib/codes primaryTypes: says what the others count */
  TrackType: number;
}

/** A file of a track, which GET /trackgbx/:id?version= sends. */
interface TrackVersionRow {
  Version: number;
  UId: string;
  /** SHA-256 in hex */
  FileHash: string;
  /** bytes */
  FileSize: number;
  /** as it was uploaded */
  FileName: string;
  UploadedAt: string;
}

/** All fields of GET /api/tracks, as in the JSON. */
export interface TrackRow extends OriginRow {
  TrackId: number;
  /** as typed, `$` codes included */
  TrackName: string;
  UId: string;
  /** milliseconds, whatever the type */
  AuthorTime: number;
  /** milliseconds; the same as AuthorTime */
  Length: number;
  /** SHA-256, in hex, of the file that GET /trackgbx/:id sends */
  FileHash: string;
  /** bytes */
  FileSize: number;
  /** as it was uploaded; a download is named after the track */
  FileName: string;
  /** all files that it has had, the newest first */
  Versions: TrackVersionRow[];
  /** points (Stunts) or respawns (Platform); otherwise the value in the file, 0 if there is none */
  AuthorScore: number;
  /** 0 if the file has none, because tools declare these three as whole numbers; Medals has null then */
  GoldTarget: number;
  SilverTarget: number;
  BronzeTarget: number;
  Uploader: PersonRow;
  /** never empty: the uploader is first */
  Authors: TrackAuthorRow[];
  /** ISO 8601, UTC, milliseconds, without a zone */
  UploadedAt: string;
  UpdatedAt: string;
  ActivityAt: string;
  PrimaryType: number;
  /** the same numbering as PrimaryType: 2 counts respawns, 3 points */
  MapType: number;
  /** id of the first tag, 0 (the usual one) if there is none */
  Style: number;
  Tags: number[];
  Routes: number;
  Difficulty: number;
  Mood: number;
  /** 1-based */
  Environment: number;
  Environments: number[];
  /** 1-based */
  Car: number;
  TrackValue: number;
  ReplayType: number;
  Awards: number;
  Comments: number;
  DownloadCount: number;
  /** BB-code; '' if there are none */
  AuthorComments: string;
  /** null: the track needs none; 0: it does, but its file does not say which */
  UnlimiterVersion: number | null;
  HasThumbnail: boolean;
  HasScreenshot: boolean;
  HasImages: boolean;
  Images: { Width: number; Height: number; HasHighQuality: boolean }[] | null;
  Videos: number;
  WRReplay: (ReplayRef & { User: PersonRow }) | null;
  /** the best replay of `replaysby`, otherwise of the viewer */
  UserReplay: ReplayRef | null;
  Medals: TrackMedals;
  AuthorBeaten: boolean;
  IsPublic: boolean;
  IsListed: boolean;
  IsBeta: boolean;
  /** whether it is on the viewer's Play Later list */
  InBookmarks: boolean;
  /** whether the viewer has an unanswered invitation */
  HasCoauthorRequest: boolean;
  /** with `packid`: the pack, and the track's position in it, counted from 1; null if it has none */
  PackId: number | null;
  Position: number | null;
  /** with `packid`: lib/codes PackTrackStatus */
  Status: number | null;
  /** the crew's comment */
  Feature: { Comment: string } | null;
  /** with `videoid`: its start time in the video, in seconds */
  TimeStampAt: number | null;
}

/** A requestable field: `TrackName`, `Uploader.Name`, `Authors[]`. */
export type TrackField = Paths<TrackRow>;

/** The row for the requested fields. */
export type TrackRowOf<F extends TrackField> = Picked<TrackRow, F>;

/** The fields of a request without `fields`. */
export const defaultTrackFields = ['TrackId', 'TrackName', 'Uploader.UserId', 'Uploader.Name'] as const;

/** The fields of a tile. */
export const tileFields = [
  'TrackId',
  'TrackName',
  'Uploader.UserId',
  'Uploader.Name',
  'Authors[]',
  'Authors.User.Tint',
  'AuthorTime',
  'AuthorScore',
  'PrimaryType',
  'Environment',
  'Car',
  'Difficulty',
  'Tags[]',
  'Awards',
  'ReplayType',
  'TrackValue',
  'HasThumbnail',
  'HasImages',
  'WRReplay.ReplayId',
  'WRReplay.IsSecret',
  'UploadedAt',
  'IsPublic',
  'IsListed',
  'IsBeta',
  'InBookmarks',
] as const satisfies readonly TrackField[];
export type TrackTileRow = TrackRowOf<(typeof tileFields)[number]>;
