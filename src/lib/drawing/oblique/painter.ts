import type { Point } from '../space/grid.ts';
import type { Camera } from './camera.ts';

/** 0 flat ground, 1 shadows on it, 2 everything that can hide something else. */
export type Layer = 0 | 1 | 2;

/** What only pictures need to know of a face: how it is shaded, and in which order it is painted. */
export interface FaceOptions {
  readonly shade?: number;
  readonly layer?: Layer;
  /** metres added to the height by which it is ordered */
  readonly lift?: number;
  readonly rank?: number;
  /** the face whose place in the order it shares */
  readonly by?: readonly Point[];
}

/** A rectangle on the map, in cells. */
export interface Area {
  readonly x0: number;
  readonly z0: number;
  readonly x1: number;
  readonly z1: number;
}

/** What takes the faces of a track: a picture seen from one side, or a solid that is seen from all. Points are in cells and metres. */
export interface Painter {
  /** Nothing hides anything by its place in the order: faces must not lie in one plane, and have no side that faces the reader. */
  readonly isSolid: boolean;
  readonly camera: Pick<Camera, 'isOverhead' | 'mapDirection'>;
  add(points: readonly Point[], material: string, options?: FaceOptions): void;
  /** A wall below the edge from `from` to `to`, down to these heights. Outside is left of the edge. */
  wall(
    from: Point,
    to: Point,
    under: readonly [underFrom: number, underTo: number],
    material: string,
    options?: FaceOptions,
  ): void;
  box(area: Area, low: number, high: number, material: string, hasWindows?: boolean): void;
  /** A level top with upright sides down to a height; its corners in the order of those of a box. */
  prism(corners: readonly Point[], low: number, material: string, top?: string): void;
  /** A pyramid, such as a rock or a roof. */
  pyramid(area: Area, low: number, high: number, material: string): void;
}

const mostWindowRows = 4;
const metresOfRow = 9;
/** Where windows are along a wall, as shares of its length. */
const windowColumns = [
  [0.14, 0.42],
  [0.58, 0.86],
] as const;

/** A window: shares of the length of its wall and of its height. */
export interface Pane {
  readonly near: number;
  readonly far: number;
  readonly below: number;
  readonly above: number;
}

/** The windows of a wall of this height, in metres. */
export function panesOf(tall: number): Pane[] {
  const rows = Math.max(1, Math.min(mostWindowRows, Math.floor(tall / metresOfRow)));
  return Array.from({ length: rows }, (_, row) =>
    windowColumns.map(([near, far]) => ({
      near,
      far,
      below: (row + 0.35) / rows,
      above: (row + 0.72) / rows,
    })),
  ).flat();
}

/** The sides of a polygon. */
export const sides = (points: readonly Point[]): (readonly [Point, Point])[] =>
  points.map((point, index) => [point, points[(index + 1) % points.length] ?? point]);
