import type { EnvironmentName } from '../block.ts';

/** The grid of an environment and the ground that its maps consist of where the file has no block. */
export interface Grid {
  /** metres of a cell along x and z, and of a step */
  readonly cell: number;
  readonly step: number;
  /** the level of the ground; in maps of height 12 it is 0 */
  readonly baseLevel: number;
  /** metres of the ground above its step, measured with runs */
  readonly lift: number;
  readonly ground: 'grass' | 'sand' | 'snow' | 'water';
  /** metres of the sea below the land; estimated */
  readonly seaBelow: number;
}

/** Metres are those of the game; levels and lifts were measured with files and runs. */
export const grids: Readonly<Record<EnvironmentName, Grid>> = {
  Stadium: { cell: 32, step: 8, baseLevel: 0, lift: 1, ground: 'grass', seaBelow: 0 },
  Desert: { cell: 32, step: 16, baseLevel: 3, lift: 0, ground: 'sand', seaBelow: 0 },
  Snow: { cell: 32, step: 16, baseLevel: 3, lift: 0.26, ground: 'snow', seaBelow: 0 },
  Rally: { cell: 32, step: 8, baseLevel: 3, lift: 0, ground: 'grass', seaBelow: 0 },
  Island: { cell: 64, step: 8, baseLevel: 4, lift: 0.5, ground: 'water', seaBelow: 5 },
  Bay: { cell: 32, step: 8, baseLevel: 4, lift: 0, ground: 'water', seaBelow: 5 },
  Coast: { cell: 16, step: 4, baseLevel: 3, lift: 0, ground: 'water', seaBelow: 3 },
};

/** A point in a track: cells along x, metres up, cells along z. */
export type Point = readonly [x: number, up: number, z: number];

/** The left and the right edge of what a car drives on, at one place along it. */
export type Row = readonly [left: Point, right: Point];
/** The rows along one lane, sheet or wall; at least two. */
export type Strip = readonly Row[];

/** The point between two, at a share of the way. */
export const between = (a: Point, b: Point, share = 0.5): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

export const raised = ([x, up, z]: Point, metres: number): Point => [x, up + metres, z];
