import type { Grid, Point } from '../space/grid.ts';
import type { Terrain } from '../space/terrain.ts';
import type { Painter } from './painter.ts';

/** What is known of the ground, with what a painter may have changed of it. */
export type GroundShape = Pick<Terrain, 'plain' | 'top' | 'cells' | 'corners'>;

const neighbours = [
  { dx: 0, dz: -1, corners: [3, 2] },
  { dx: 1, dz: 0, corners: [0, 3] },
  { dx: 0, dz: 1, corners: [1, 0] },
  { dx: -1, dz: 0, corners: [2, 1] },
] as const;

/** Flat ground in one row, which becomes one face. */
interface Run {
  readonly x: number;
  readonly z: number;
  end: number;
  readonly height: number;
  readonly material: string;
}

/** The terrain that differs from the plain ground: flat ground in rows, slopes cell by cell, and walls where a neighbour is lower. */
export function paintTerrain(
  picture: Painter,
  { terrain, grid }: { readonly terrain: GroundShape; readonly grid: Grid },
): void {
  const floor = terrain.top(terrain.plain);
  let run: Run | null = null;
  const flush = () => {
    if (!run) return;
    const { x, z, end, height, material } = run;
    const face: Point[] = [
      [x, height, z],
      [end, height, z],
      [end, height, z + 1],
      [x, height, z + 1],
    ];
    picture.add(face, material, { shade: 0, layer: 0 });
    run = null;
  };
  const cells = [...terrain.cells()].toSorted(([ax, az], [bx, bz]) => az - bz || ax - bx);
  for (const [x, z, { material, form }] of cells) {
    const heights = terrain.corners(x, z);
    const [a, b, c, d] = heights;
    const corners: [Point, Point, Point, Point] = [
      [x, a, z],
      [x + 1, b, z],
      [x + 1, c, z + 1],
      [x, d, z + 1],
    ];
    const isFlat = a === b && b === c && c === d;
    const isLow = isFlat && a <= floor + grid.step;
    const continues: boolean =
      isLow && run !== null && run.z === z && run.end === x && run.material === material && run.height === a;
    if (!continues) flush();
    if (isLow && run) run.end = x + 1;
    else if (isLow) run = { x, z, end: x + 1, height: a, material };
    else if (isFlat) picture.add(corners, material, { shade: 0 });
    else if (form === 'edge' && (a === c) !== (b === d)) {
      // a corner is folded along its level diagonal
      const [p, q, r, s] = a === c ? corners : [corners[1], corners[2], corners[3], corners[0]];
      picture.add([p, q, r], material);
      picture.add([r, s, p], material);
    } else picture.add(corners, material);
    paintCliffs(picture, terrain, { x, z, corners, material, isLow });
  }
  flush();
}

function paintCliffs(
  picture: Painter,
  terrain: GroundShape,
  cell: {
    readonly x: number;
    readonly z: number;
    readonly corners: readonly Point[];
    readonly material: string;
    readonly isLow: boolean;
  },
): void {
  for (const [side, { dx, dz, corners }] of neighbours.entries()) {
    const other = terrain.corners(cell.x + dx, cell.z + dz);
    const [from, to] = [cell.corners[side], cell.corners[(side + 1) % 4]];
    if (!from || !to) continue;
    const [underFrom, underTo] = [other[corners[0]], other[corners[1]]];
    if (from[1] <= underFrom + 0.5 && to[1] <= underTo + 0.5) continue;
    picture.wall(
      to,
      from,
      [Math.min(to[1], underTo), Math.min(from[1], underFrom)],
      cell.material === 'paved' ? 'quay' : cell.material,
      cell.isLow ? { layer: 0 } : {},
    );
  }
}
