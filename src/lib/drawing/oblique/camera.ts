import type { Point } from '../space/grid.ts';
import type { TrackSpace } from '../space/track-space.ts';

/** Radians of the camera above the horizon. */
const elevation = (33 * Math.PI) / 180;
/** Heights are drawn a quarter taller, so that bridges show in small pictures. */
const stretch = 1.25;
const across = Math.SQRT1_2;
const down = Math.SQRT1_2 * Math.sin(elevation);
const up = Math.cos(elevation) * stretch;

export type OnScreen = readonly [x: number, y: number];

/** How a picture looks at a track. Parallel lines stay parallel. */
export interface Camera {
  /** Upright faces do not show then. */
  readonly isOverhead: boolean;
  /** Cells along the two sides of the picture, both growing towards the camera or away from the sun. */
  turned(x: number, z: number): readonly [right: number, left: number];
  /** Metres on the screen, x to the right and y down. */
  screen(point: Point): OnScreen;
  /** The direction on the map, in cells, of a step on the turned one. */
  mapDirection(right: number, left: number): readonly [x: number, z: number];
  /** What is painted over what: that of a smaller depth is farther away. At one depth heights decide. */
  depthOf(right: number, left: number): number;
}

/** Looks from straight above; x points right and z down. Only heights decide what hides what. */
export class OverheadCamera implements Camera {
  readonly isOverhead = true;
  readonly #cell: number;

  /** `cell`: metres of a cell. */
  constructor(cell: number) {
    this.#cell = cell;
  }

  turned(x: number, z: number): readonly [number, number] {
    return [x, z];
  }

  screen([x, , z]: Point): OnScreen {
    return [x * this.#cell, z * this.#cell];
  }

  mapDirection(right: number, left: number): readonly [number, number] {
    return [right, left];
  }

  depthOf(): number {
    return 0;
  }
}

/** Looks at a track from one of four corners, 33° above the horizon. */
export class ObliqueCamera implements Camera {
  readonly isOverhead = false;
  readonly #turn: number;
  readonly #size: { readonly x: number; readonly z: number };
  readonly #cell: number;

  /** `turn`: quarter turns of the map; the camera stands at its +x +z corner afterwards. `cell`: metres of a cell. */
  constructor(turn: number, size: { readonly x: number; readonly z: number }, cell: number) {
    this.#turn = turn;
    this.#size = size;
    this.#cell = cell;
  }

  turned(x: number, z: number): readonly [right: number, left: number] {
    const { x: width, z: depth } = this.#size;
    switch (this.#turn) {
      case 1:
        return [z, width - x];
      case 2:
        return [width - x, depth - z];
      case 3:
        return [depth - z, x];
      default:
        return [x, z];
    }
  }

  screen([x, height, z]: Point): OnScreen {
    const [a, b] = this.turned(x, z);
    return [(a - b) * this.#cell * across, (a + b) * this.#cell * down - height * up];
  }

  mapDirection(right: number, left: number): readonly [x: number, z: number] {
    const [zero, alongX, alongZ] = [this.turned(0, 0), this.turned(1, 0), this.turned(0, 1)];
    const [xr, xl] = [alongX[0] - zero[0], alongX[1] - zero[1]];
    const [zr, zl] = [alongZ[0] - zero[0], alongZ[1] - zero[1]];
    return [right * xr + left * xl, right * zr + left * zl];
  }

  depthOf(right: number, left: number): number {
    return Math.floor(right + 1e-6) + Math.floor(left + 1e-6);
  }
}

/** The turn of the map with the least height in front of the rest, which would hide it. */
export function bestTurn({ drives, terrain, size, grid }: TrackSpace): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 4; turn++) {
    const camera = new ObliqueCamera(turn, size, grid.cell);
    const nearness = (x: number, z: number) => camera.turned(x, z).reduce((sum, part) => sum + part);
    let [roads, hills, hillCells] = [0, 0, 1];
    for (const { block, shape } of drives) roads += nearness(block.x, block.z) * (block.y + shape.height);
    for (const [x, z, ground] of terrain.cells()) {
      hills += nearness(x, z) * (ground.level - terrain.plain.level);
      hillCells += 1;
    }
    const inFront = roads / drives.length + hills / hillCells;
    if (inFront >= least) continue;
    least = inFront;
    best = turn;
  }
  return best;
}
