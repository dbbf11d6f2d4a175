import type { Waypoint } from '#lib/codes/waypoint.ts';
import type { EnvironmentName, PlacedBlock } from './block.ts';
import { type Curve, curveOf } from './curve.ts';
import { makeMeasure, turned, turnedSize } from './footprint.ts';
import { makeReader } from './meaning.ts';
import type { Family, Terrain } from './palette.ts';

/** Coordinates are bytes and no footprint is longer than 9, so this many cells along x and z suffice. */
export const side = 272;
export const cellOf = (x: number, z: number): number => z * side + x;

/** The top of one cell of the ground plan. */
export interface Top {
  readonly y: number;
  readonly family: Family;
  /** shared by all cells of one block */
  readonly owner: number;
  readonly curve: Curve | null;
}

export interface Mark {
  readonly waypoint: Waypoint;
  /** the centre of its block */
  readonly x: number;
  readonly z: number;
  readonly direction: number;
}

export interface Plan {
  readonly environment: EnvironmentName;
  readonly tops: ReadonlyMap<number, Top>;
  readonly terrain: ReadonlyMap<number, Terrain>;
  readonly scenery: ReadonlySet<number>;
  readonly marks: readonly Mark[];
  /** bounds of the drivable cells; the end is exclusive */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** More marks than this are a joke or an attack; they would cover the map. */
const maxMarks = 400;

/** The ground plan of a track as seen from above; null if nothing is drivable. */
export function planOf(blocks: Iterable<PlacedBlock>, environment: EnvironmentName): Plan | null {
  const read = makeReader(environment);
  const measure = makeMeasure(environment);
  const tops = new Map<number, Top>();
  const terrain = new Map<number, Terrain>();
  const scenery = new Set<number>();
  const marks = new Map<string, Mark>();
  let [left, top, right, bottom] = [side, side, 0, 0];
  let owner = 0;
  for (const block of blocks) {
    const meaning = read(block);
    if (meaning.is === 'nothing') continue;
    const { x, z, y, direction } = block;
    if (!isPlace(x) || !isPlace(z)) continue;
    if (meaning.is === 'terrain') {
      terrain.set(cellOf(x, z), meaning.terrain);
      continue;
    }
    const footprint = measure(block.name);
    const { width, depth } = turnedSize(footprint, direction);
    if (meaning.is === 'scenery') {
      scenery.add(cellOf(x, z));
      continue;
    }
    owner += 1;
    const { family, waypoint } = meaning;
    const one: Top = { y, family, owner, curve: curveOf(block, footprint, family, environment) };
    for (let w = 0; w < depth; w++) {
      for (let u = 0; u < width; u++) {
        const cell = cellOf(x + u, z + w);
        const before = tops.get(cell);
        if (!before || before.y <= y) tops.set(cell, one); // only the highest is visible
      }
    }
    left = Math.min(left, x);
    top = Math.min(top, z);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, z + depth);
    if (waypoint && marks.size < maxMarks) {
      const [mx, mz] = turned(block, footprint, [footprint.width / 2, footprint.depth / 2]);
      marks.set(`${mx} ${mz}`, { waypoint, x: mx, z: mz, direction });
    }
  }
  if (tops.size === 0) return null;
  return {
    environment,
    tops,
    terrain,
    scenery,
    marks: [...marks.values()],
    box: { left, top, right, bottom },
  };
}

const isPlace = (coordinate: number): boolean =>
  Number.isInteger(coordinate) && coordinate >= 0 && coordinate <= 255;
