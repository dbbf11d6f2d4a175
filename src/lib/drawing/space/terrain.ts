import type { EnvironmentName, PlacedBlock } from '../block.ts';
import { type Grid, grids } from './grid.ts';
import type { Shapes } from './shape.ts';

/** The terrain of one cell. */
export interface Ground {
  readonly level: number;
  readonly material: string;
  /** ground, edge (the border of a plateau), sink (water, ice, a canyon), wall */
  readonly form: string;
  /** steps that an edge falls at most */
  readonly rise: number;
}

/** Heights in metres at the corners (x, z), (x + 1, z), (x + 1, z + 1) and (x, z + 1) of a cell. */
export type Corners = readonly [number, number, number, number];

/** Cells of a map; coordinates of files are bytes. */
const side = 256;

const cornerOffsets = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** The terrain of a track: what its blocks say, and the ground of its environment everywhere else. */
export class Terrain {
  readonly grid: Grid;
  /** the ground where the file has no block */
  readonly plain: Ground;
  readonly #cells = new Map<number, Ground>();
  readonly #isStadium: boolean;

  /** `height`: of the map in steps; in the low maps of TM 1.0 all terrain lies at 0, and its name tells the level. */
  constructor(
    blocks: Iterable<PlacedBlock>,
    environment: EnvironmentName,
    shapes: Shapes,
    { height }: { readonly height: number },
  ) {
    this.grid = grids[environment];
    this.#isStadium = environment === 'Stadium';
    const isLow = height === 12;
    this.plain = {
      level: isLow ? 0 : this.grid.baseLevel,
      material: this.grid.ground,
      form: 'ground',
      rise: 0,
    };
    for (const { name, x, y, z, clip } of blocks) {
      const shape = shapes.get(`${environment}:${name}`);
      if (shape?.kind !== 'terrain' || clip) continue;
      const level = isLow ? shape.rise : y;
      const before = this.#cells.get(x + z * side);
      if (before && before.level > level) continue;
      this.#cells.set(x + z * side, { level, material: shape.surface, form: shape.form, rise: shape.rise });
    }
  }

  /** Cells that differ from the plain ground. */
  *cells(): Generator<readonly [x: number, z: number, ground: Ground]> {
    for (const [key, ground] of this.#cells) yield [key % side, Math.floor(key / side), ground];
  }

  at(x: number, z: number): Ground {
    return (x >= 0 && z >= 0 && x < side && z < side && this.#cells.get(x + z * side)) || this.plain;
  }

  /** Metres of the top of this ground. */
  top(ground: Ground): number {
    const { step, lift, seaBelow } = this.grid;
    return (ground.level + 1) * step + lift - (ground === this.plain ? seaBelow : 0);
  }

  /** Metres of the ground below a point of a cell. */
  under(x: number, z: number): number {
    return this.top(this.at(Math.floor(x), Math.floor(z)));
  }

  /** The corner of a border cell is as high as the lowest of the four cells that meet there. */
  corners(x: number, z: number): Corners {
    const ground = this.at(x, z);
    const top = this.top(ground);
    if (ground.form !== 'edge' && ground.form !== 'sink') return [top, top, top, top];
    return cornerOffsets.map(([i, j]) => {
      const around = [
        this.at(x + i - 1, z + j - 1),
        this.at(x + i, z + j - 1),
        this.at(x + i - 1, z + j),
        this.at(x + i, z + j),
      ];
      if (ground.form === 'sink') {
        if (around.every(({ form }) => form === 'sink')) return top - this.#depth(ground.material);
        return ground.material === 'canyon' ? top : top - 1;
      }
      const { step } = this.grid;
      const lowest = Math.min(...around.map((one) => this.top(one)));
      return Math.max(lowest, top - Math.max(ground.rise * step, step * 0.7));
    }) as unknown as Corners; // one for each of the four offsets
  }

  /** How deep water, ice and canyons lie, in metres: estimated from thumbnails. */
  #depth(material: string): number {
    const { step, ground } = this.grid;
    if (material === 'canyon') return 2.2 * step;
    if (material !== 'water') return 2;
    return this.#isStadium ? 2 : ground === 'water' ? 0 : step * 0.35;
  }
}
