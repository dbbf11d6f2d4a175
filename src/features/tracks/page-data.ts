import type { Medals, TrackRelation } from './model.ts';

/** One file of a track, as its page shows it. */
export interface TrackPageFile {
  uid: string;
  sizeBytes: number;
  game: string;
  hasThumbnail: boolean;
  facts: {
    authorLogin: string;
    exeVersion: string | null;
    cost: number | null;
    laps: number | null;
    checkpoints: number | null;
    blocks: number | null;
    hasPassword: boolean;
    mod: string | null;
    music: string | null;
    dependencies: readonly { file: string; url: string | null }[];
  };
}

export interface TrackPageAuthor {
  userId: number;
  name: string;
  isUploader: boolean;
  isPending: boolean;
  /** '' when none was given */
  role: string;
}

/** What the parts of the track page need of a track; server/show.ts answers with all of it and more. */
export interface TrackPageData {
  trackId: number;
  name: string;
  plainName: string;
  uploader: { userId: number; name: string };
  authors: readonly TrackPageAuthor[];
  authorComments: string | null;
  primaryType: number;
  environment: number;
  car: number;
  mood: number;
  difficulty: number;
  routes: number;
  tags: readonly number[];
  replayType: number;
  trackValue: number;
  unlimiterVersion: number | null;
  authorTimeMs: number;
  medals: Medals;
  isPublic: boolean;
  isListed: boolean;
  isBeta: boolean;
  relation: TrackRelation;
  /** the secret of its link, for links on this page; null when nobody needs it */
  secretKey: string | null;
  visibility: string | null;
  uploadedAt: Date;
  updatedAt: Date;
  awards: number;
  comments: number;
  downloads: number;
  file: TrackPageFile;
}

/** What stands beside it: server/beside.ts. */
export interface BesideTrackData {
  record: {
    ReplayTime: number;
    ReplayScore: number | null;
    User: { UserId: number; Name: string };
  } | null;
  recordAt: Date | null;
  releaseAt: Date | null;
  isKept: boolean;
  feature: string | null;
}
