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

/** What the parts of the track page need of a track; server/show.ts answers with all of it and more. */
export interface TrackPageData {
  trackId: number;
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
  isPublic: boolean;
  isListed: boolean;
  visibility: string | null;
  downloads: number;
  file: TrackPageFile;
}
