import type { TrackFacts } from '#lib/codes/track-facts.ts';
import type { Medals, TrackRelation } from './model.ts';

export interface TrackShowAuthor {
  readonly userId: number;
  readonly name: string;
  readonly isUploader: boolean;
  readonly isPending: boolean;
  /** '' when none was given */
  readonly role: string;
}

/** One file of a track; the highest version is the current one. */
export interface TrackShowFile {
  readonly version: number;
  readonly uid: string;
  readonly sha256: string;
  /** as named by the uploader */
  readonly fileName: string;
  readonly sizeBytes: number;
  /** the game that wrote it, one of lib/codes/game */
  readonly game: string;
  readonly facts: TrackFacts;
  readonly hasThumbnail: boolean;
  readonly uploadedAt: Date;
}

/** What the award button does: where it leads, null if it cannot be used; and what has to be said about it, if anything. */
export interface AwardChance {
  readonly href: string | null;
  readonly reason: string | null;
}

/** Everything the track page shows about a track; `trackShow` of server/show.ts reads it. */
export interface TrackShow {
  readonly trackId: number;
  /** as typed, `$` codes included */
  readonly name: string;
  /** the name without codes, for titles and file names */
  readonly plainName: string;
  readonly uploader: { userId: number; name: string };
  /** the uploader first; invitations not yet accepted only for authors and moderators */
  readonly authors: readonly TrackShowAuthor[];
  /** BB-code */
  readonly authorComments: string | null;
  readonly primaryType: number;
  /** 1-based, as car */
  readonly environment: number;
  readonly car: number;
  readonly mood: number;
  readonly difficulty: number;
  readonly routes: number;
  readonly tags: readonly number[];
  readonly replayType: number;
  readonly trackValue: number;
  readonly unlimiterVersion: number | null;
  readonly authorTimeMs: number;
  readonly medals: Medals;
  readonly isPublic: boolean;
  readonly isListed: boolean;
  readonly isBeta: boolean;
  /** what the viewer is to it: pages ask the rules with it */
  readonly relation: TrackRelation;
  /** for links that must lead others to it: authors and moderators get it, and who came by it; null when nobody needs it */
  readonly secretKey: string | null;
  /** visibility label for authors and moderators, null for others */
  readonly visibility: string | null;
  /** public now or once before */
  readonly isReleased: boolean;
  /** when it becomes public by itself; null: it does not */
  readonly releaseAt: Date | null;
  readonly uploadedAt: Date;
  readonly updatedAt: Date;
  readonly activityAt: Date;
  readonly awards: number;
  readonly comments: number;
  readonly downloads: number;
  /** the file one downloads */
  readonly file: TrackShowFile;
  /** older files, newest first */
  readonly olderFiles: readonly TrackShowFile[];
  /** what a download is called, e.g. "Floodlight.Challenge.Gbx" */
  readonly downloadName: string;
}

/** What stands beside it: server/beside.ts. */
export interface BesideTrack {
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
