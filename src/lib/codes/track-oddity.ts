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
