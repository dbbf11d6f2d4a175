import type { TrackFacts } from '#db/tables/track.ts';
import type { Medals } from '../model.ts';

export interface TrackShowAuthor {
  userId: number;
  name: string;
  isUploader: boolean;
  isPending: boolean;
  /** '' when none was given */
  role: string;
}

/** One file of a track; the highest version is the current one. */
export interface TrackShowFile {
  version: number;
  uid: string;
  sha256: string;
  /** as named by the uploader */
  fileName: string;
  sizeBytes: number;
  /** the game that wrote it, one of lib/codes/game */
  game: string;
  facts: TrackFacts;
  hasThumbnail: boolean;
  uploadedAt: Date;
}

/** Everything the track page shows (spec §3). */
export interface TrackShow {
  trackId: number;
  /** as typed, `$` codes included */
  name: string;
  /** the name without codes, for titles and file names */
  plainName: string;
  uploader: { userId: number; name: string };
  /** the uploader first; invitations not yet accepted only for authors and moderators */
  authors: TrackShowAuthor[];
  /** BB-code */
  authorComments: string | null;
  primaryType: number;
  /** 1-based, as car */
  environment: number;
  car: number;
  mood: number;
  difficulty: number;
  routes: number;
  tags: number[];
  replayType: number;
  trackValue: number;
  unlimiterVersion: number | null;
  authorTimeMs: number;
  medals: Medals;
  isPublic: boolean;
  isListed: boolean;
  isBeta: boolean;
  /** the label of spec §4 for authors and moderators, null for others */
  visibility: string | null;
  uploadedAt: Date;
  updatedAt: Date;
  activityAt: Date;
  awards: number;
  comments: number;
  downloads: number;
  /** the file one downloads */
  file: TrackShowFile;
  /** older files, newest first */
  olderFiles: TrackShowFile[];
  /** what a download is called, e.g. "Floodlight.Challenge.Gbx" */
  downloadName: string;
}
