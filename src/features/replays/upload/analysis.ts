import type { UploadIssue, UploadProblem } from '#features/tracks/file/analysis.ts';

/** What a replay is and what is wrong with it: the response of POST /replayupload/analyse. */
export interface ReplayAnalysis {
  FileName: string;
  FileSize: number;
  /** UId of the track */
  UId: string;
  /** the track on this edition; null if it is unknown or the viewer may not see it */
  Track: { TrackId: number; TrackName: string; Type: number } | null;
  /** driven on an older file of the track: listed unranked */
  IsOldVersion: boolean;
  /** milliseconds */
  ReplayTime: number;
  ReplayRespawns: number;
  /** points on Stunts, respawns on Platform; 0 elsewhere */
  ReplayScore: number;
  /** 0 none, 1 bronze … 4 author */
  Medal: number;
  /** 0-based, if it is posted now; null: it would not be ranked */
  Position: number | null;
  /** to the record: milliseconds, on Platform with 10 s for each respawn, points on Stunts; negative: better. Null: no record, or secret */
  Difference: number | null;
  Nickname: string;
  /** as in the file; '' if it names none */
  DriverLogIn: string;
  Issues: readonly UploadIssue[];
  /** send this to POST /replayupload instead of the file; null if there is an error */
  UploadKey: string | null;
}

export interface PostedReplay {
  ReplayId: number;
  TrackId: number;
  TrackName: string;
  /** 0-based; null: not ranked */
  Position: number | null;
  /** 0 none, 1 bronze … 4 author */
  Medal: number;
  /** milliseconds */
  ReplayTime: number;
  /** points on Stunts, respawns on Platform; 0 elsewhere */
  ReplayScore: number;
  /** of the track */
  Type: number;
  /** the login in the file, if this replay was the first with it: from now on it belongs to the driver */
  BoundLogin?: string;
}

/** One entry of the response of POST /replayupload. */
export type ReplayResult = PostedReplay | { Problem: UploadProblem };

/** A track on another edition: one result of GET /trackselsewhere. */
export interface TrackElsewhere {
  /** short name of the edition */
  Label: string;
  /** its address there */
  Link: string;
}
