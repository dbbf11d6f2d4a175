import type { Paths, Picked } from '#lib/wire/fields.ts';

/** A person as lists name them. */
export interface PersonRow {
  UserId: number;
  Name: string;
}

export interface TrackAuthorRow {
  User: PersonRow & { CustomUrl: string | null };
  IsUploader: boolean;
  IsPending: boolean;
  /** '' when none was given */
  Role: string;
}

export interface ReplayRef {
  ReplayId: number;
  /** milliseconds; 0 when secret */
  ReplayTime: number;
  /** points (Stunts) or respawns (Platform); 0 elsewhere and when secret */
  ReplayScore: number;
}

/** Every field GET /api/tracks can be asked for, as it stands in the JSON. */
export interface TrackRow {
  TrackId: number;
  /** as typed, `$` codes included */
  TrackName: string;
  UId: string;
  /** milliseconds, whatever the type */
  AuthorTime: number;
  /** milliseconds; the same number as AuthorTime, which is what a track's length means here */
  Length: number;
  /** points (Stunts) or respawns (Platform); elsewhere what the file says, 0 where it says nothing */
  AuthorScore: number;
  GoldTarget: number | null;
  SilverTarget: number | null;
  BronzeTarget: number | null;
  Uploader: PersonRow;
  /** never empty: the uploader comes first */
  Authors: TrackAuthorRow[];
  /** ISO 8601, UTC, milliseconds, without a zone */
  UploadedAt: string;
  UpdatedAt: string;
  ActivityAt: string;
  PrimaryType: number;
  /** the same numbering as PrimaryType: 2 counts respawns, 3 points */
  MapType: number;
  /** id of the first tag */
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
  /** BB-code; '' when there are none */
  AuthorComments: string;
  UnlimiterVersion: number | null;
  HasThumbnail: boolean;
  HasScreenshot: boolean;
  HasImages: boolean;
  Images: { Width: number; Height: number; HasHighQuality: boolean }[] | null;
  Videos: number;
  WRReplay: (ReplayRef & { User: PersonRow }) | null;
  /** the best of `replaysby`, else of the asking person */
  UserReplay: ReplayRef | null;
  AuthorBeaten: boolean;
  IsPublic: boolean;
  IsListed: boolean;
  IsBeta: boolean;
  /** whether the asking person keeps it to play later */
  InBookmarks: boolean;
  /** whether the asking person has an invitation to answer */
  HasCoauthorRequest: boolean;
  /** with `packid`: the pack, and the track's place in it, counted from 1; null while it has none */
  PackId: number | null;
  Position: number | null;
  /** with `packid`: lib/codes PackTrackStatus */
  Status: number | null;
  /** why it was featured */
  Feature: { Comment: string } | null;
  /** with `videoid`: where in the video it begins, in seconds */
  TimeStampAt: number | null;
}

/** A field as it may be asked for: `TrackName`, `Uploader.Name`, `Authors[]`. */
export type TrackField = Paths<TrackRow>;

/** The row one gets for the fields one asked for. */
export type TrackRowOf<F extends TrackField> = Picked<TrackRow, F>;

/** What a call without `fields` answers with. */
export const defaultTrackFields = ['TrackId', 'TrackName', 'Uploader.UserId', 'Uploader.Name'] as const;

/** What a tile shows. */
export const tileFields = [
  'TrackId',
  'TrackName',
  'Uploader.UserId',
  'Uploader.Name',
  'Authors[]',
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
  'UploadedAt',
  'IsPublic',
  'IsListed',
  'IsBeta',
  'InBookmarks',
] as const satisfies readonly TrackField[];
export type TrackTileRow = TrackRowOf<(typeof tileFields)[number]>;
