/** Numbers shared by the game, the API and the database: the index is the number. */
export const moods = ['Sunrise', 'Day', 'Sunset', 'Night'] as const;

export const difficulties = ['Beginner', 'Intermediate', 'Expert', 'Lunatic'] as const;
export const routeKinds = ['Single', 'Multiple', 'Symmetrical'] as const;
export const primaryTypes = ['Race', 'Puzzle', 'Platform', 'Stunts', 'Shortcut', 'Laps'] as const;
export const replayTypes = ['Standard', 'Classic', 'Nadeo', 'Uncompetitive', 'Beta', 'Star'] as const;
/** The replay types of tracks that count on leaderboards: all but Uncompetitive and Beta. */
export const countedReplayTypes = [0, 1, 2, 5] as const;

/** Primary types whose medals are not times. */
export const platformType = 2;
export const stuntsType = 3;

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

/** What a track contains that the editors of the old games cannot make. Texts are from the file. */
export type TrackOddity =
  | { readonly kind: 'size'; readonly x: number; readonly y: number; readonly z: number }
  | {
      /** of another environment; of no environment; beyond the borders of the map */
      readonly kind: 'foreign' | 'unknown' | 'outside';
      readonly blocks: number;
      /** the name of the first one */
      readonly first: string;
      readonly at: readonly [x: number, y: number, z: number];
    };
