import type { EnvironmentName, PlacedBlock } from '../block.ts';
import { turned } from '../footprint.ts';
import { type Fit, fitted } from './fitted.ts';
import { type Grid, grids, type Strip } from './grid.ts';
import type { Shape, Shapes } from './shape.ts';
import { stripsOf } from './strips.ts';
import { Terrain } from './terrain.ts';

/** A track as the drawings and the scene need it. */
export interface SourceTrack {
  readonly blocks: readonly PlacedBlock[];
  readonly environment: EnvironmentName;
  /** of the map: cells along x and z, steps up */
  readonly size: { readonly x: number; readonly y: number; readonly z: number };
  /** what its ghosts say about its surfaces */
  readonly fit?: Fit;
}

/** A block that is driven, with its surface. */
export interface Drive {
  readonly block: PlacedBlock;
  readonly shape: Shape;
  readonly strips: readonly Strip[];
  /** of the block in the file */
  readonly number: number;
}

/** A block that only stands there: a support, a house, a tree. */
export interface Thing {
  readonly block: PlacedBlock;
  readonly shape: Shape;
}

/** What a track consists of, in space. */
export interface TrackSpace {
  readonly environment: EnvironmentName;
  readonly grid: Grid;
  readonly size: { readonly x: number; readonly z: number };
  readonly terrain: Terrain;
  readonly drives: readonly Drive[];
  readonly things: readonly Thing[];
}

/** More than any real track has; beyond it a file is an attack. */
const maxDrives = 8000;
/** Blocks above this step lie outside every map. */
const maxStep = 200;

/** The blocks of a track with their shapes; null if nothing is driven, or too much for a real track. */
export function spaceOf(track: SourceTrack, shapes: Shapes, isFine: boolean): TrackSpace | null {
  const { blocks, environment, size, fit = [] } = track;
  const grid = grids[environment];
  const drives: Drive[] = [];
  const things: Thing[] = [];
  const raise = fitted(fit);
  for (const [number, block] of blocks.entries()) {
    const shape = shapes.get(`${environment}:${block.name}`);
    if (!shape || block.clip || block.y > maxStep || !isPlace(block.x) || !isPlace(block.z)) continue;
    if (shape.kind === 'terrain' || shape.kind === 'nothing' || shape.form === 'none') continue;
    const stands =
      block.pillar ||
      shape.kind === 'support' ||
      shape.kind === 'scenery' ||
      shape.form === 'box' ||
      shape.form === 'ring';
    if (stands) things.push({ block, shape });
    else if (drives.length === maxDrives) return null;
    else drives.push({ block, shape, number, strips: raise(number, stripsOf(block, shape, grid, isFine)) });
  }
  if (drives.length === 0) return null;
  return {
    environment,
    grid,
    size: { x: sideOf(size.x), z: sideOf(size.z) },
    terrain: new Terrain(blocks, environment, shapes, { height: size.y }),
    drives,
    things,
  };
}

/** The last place along a side: files have a byte for it, but four for the length of the side. */
const lastPlace = 255;

const isPlace = (coordinate: number): boolean =>
  Number.isInteger(coordinate) && coordinate >= 0 && coordinate <= lastPlace;

const sideOf = (cells: number): number => Math.min(cells || 32, lastPlace + 1);

/** The cells of the map that a block covers, as `x,z`. */
export function coveredCells({ block, shape }: Thing): string[] {
  const cells: string[] = [];
  for (let w = 0; w < shape.depth; w++)
    for (let u = 0; u < shape.width; u++) {
      const [x, z] = turned(block, shape, [u + 0.5, w + 0.5]);
      cells.push(`${Math.floor(x)},${Math.floor(z)}`);
    }
  return cells;
}
