import type { EnvironmentName } from '#lib/codes/environment.ts';

/** What a drawing needs to know about a block: its name in the game, place, direction (0 +z, 1 -x, 2 -z, 3 +x) and shape. */
export interface PlacedBlock {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly direction: number;
  /** of roads: 0 alone, 1 dead end, 2 corner, 3 straight, 4 T, 5 cross */
  readonly variant: number;
  /** the variant that stands on terrain */
  readonly ground?: boolean;
  /** an automatic border piece */
  readonly clip: boolean;
  /** an automatic support */
  readonly pillar: boolean;
}

export type { EnvironmentName };

const prefix = /^(Stadium|Bay|Coast|Island|Rally|Alpine|Speed)/;

/** The name without its environment: the tables below contain `RoadMain`, not `StadiumRoadMain`. */
export const baseName = (name: string): string => name.replace(prefix, '');
