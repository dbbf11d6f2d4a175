import type { TrackFacts } from '#lib/codes/track.ts';
import type { Medals, TrackRelation } from '../model.ts';
import type { Waiting } from '../visibility/review.ts';

export interface TrackShowAuthor {
  readonly userId: number;
  readonly name: string;
  readonly customUrl: string | null;
  /** of the name: 0 none, 1 supporter, 2 crew */
  readonly tint: number;
  readonly isUploader: boolean;
  readonly isPending: boolean;
  /** '' if there is none */
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

/** The award button: its link, null if it cannot be used, and an explanation if necessary. */
export interface AwardButton {
  readonly href: string | null;
  readonly reason: string | null;
}

/** The data of the track page; loaded by `trackShow` of server/show.ts. */
export interface TrackShow {
  readonly trackId: number;
  /** as typed, `$` codes included */
  readonly name: string;
  /** the name without codes, for titles and file names */
  readonly plainName: string;
  readonly uploader: { userId: number; name: string };
  /** the uploader first; pending co-authors only for authors and moderators */
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
  /** the viewer's relation to it, for the rules */
  readonly relation: TrackRelation;
  /** for links to share: included for authors, moderators and viewers who came with it; otherwise null */
  readonly secretKey: string | null;
  /** visibility label for authors and moderators, null for others */
  readonly visibility: string | null;
  /** public now or once before */
  readonly isReleased: boolean;
  /** why moderators hold it back: 'review' or 'crew'; null: they do not */
  readonly hold: string | null;
  /** when it becomes public automatically; null: never */
  readonly releaseAt: Date | null;
  readonly uploadedAt: Date;
  readonly updatedAt: Date;
  readonly activityAt: Date;
  readonly awards: number;
  readonly comments: number;
  readonly downloads: number;
  /** the current file */
  readonly file: TrackShowFile;
  /** older files, newest first */
  readonly olderFiles: readonly TrackShowFile[];
  /** file name of the download, e.g. "Floodlight.Challenge.Gbx" */
  readonly downloadName: string;
}

/** The uploader as names are linked. */
export function uploaderOf({ authors, uploader }: Pick<TrackShow, 'authors' | 'uploader'>) {
  const found = authors.find(({ isUploader }) => isUploader);
  return {
    UserId: uploader.userId,
    Name: uploader.name,
    CustomUrl: found?.customUrl ?? null,
    Tint: found?.tint ?? 0,
  };
}

/** Additional data for the page: server/record-and-status.ts. */
export interface TrackExtras {
  record: {
    ReplayTime: number;
    ReplayScore: number | null;
    User: { UserId: number; Name: string };
  } | null;
  recordAt: Date | null;
  /** ranked drivers */
  drivers: number;
  releaseAt: Date | null;
  isQueued: boolean;
  feature: string | null;
  /** for authors and moderators: how it is waiting for a moderator, or that one hid it */
  waiting: Waiting | null;
}
