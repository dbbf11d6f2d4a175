/** What the file says beyond what lists need; shown on the track page. */
export interface TrackFacts {
  authorLogin: string;
  decoration: string;
  exeVersion: string | null;
  cost: number | null;
  laps: number | null;
  checkpoints: number | null;
  blocks: number | null;
  hasPassword: boolean;
  mod: string | null;
  music: string | null;
  dependencies: { file: string; url: string | null }[];
  comments: string | null;
}

/** What the medals of a track follow from; units as in Medals. */
export interface MedalSource {
  primaryType: number;
  authorTimeMs: number;
  authorScore: number | null;
  gold: number | null;
  silver: number | null;
  bronze: number | null;
}
