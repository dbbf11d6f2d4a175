import type { GroundShape } from '../oblique/paint-terrain.ts';
import type { Corners, Ground, Terrain } from '../space/terrain.ts';
import type { TrackSpace } from '../space/track-space.ts';

/** Metres that the ground lies below a road that would otherwise be buried. */
const below = 0.25;
/** Steps below the ground from which a road is a tunnel, which nothing uncovers. */
const deepest = 3;

const keyOf = (x: number, z: number): string => `${x},${z}`;

/**
 * The ground with hollows where a road lies below it, such as Stadium's dirt roads: drawn as a picture, a road is simply painted over
 * the ground; in space it would be buried. Its cells are those that differ from the plain ground, and the neighbours of hollows.
 */
export function hollowed({ terrain, drives, grid }: TrackSpace): GroundShape {
  const lowest = new Map<string, number>();
  for (const { shape, strips } of drives) {
    if (shape.form === 'wall' || shape.form === 'loop') continue;
    for (const strip of strips)
      for (const [at, row] of strip.entries()) {
        const next = strip[at + 1];
        if (!next) continue;
        const points = [...row, ...next];
        const mean = (part: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[part], 0) / points.length;
        const key = keyOf(Math.floor(mean(0)), Math.floor(mean(2)));
        const height = Math.min(...points.map(([, up]) => up));
        lowest.set(key, Math.min(lowest.get(key) ?? Infinity, height));
      }
  }
  const floors = new Map<string, number>();
  for (const [key, height] of lowest) {
    const [x = 0, z = 0] = key.split(',').map(Number);
    const highest = Math.max(...terrain.corners(x, z));
    if (height - below < highest && height > highest - deepest * grid.step) floors.set(key, height - below);
  }
  const corners = (x: number, z: number): Corners => {
    const own = terrain.corners(x, z);
    const floor = floors.get(keyOf(x, z));
    return floor === undefined ? own : (own.map((height) => Math.min(height, floor)) as unknown as Corners); // as many as before
  };
  return {
    plain: terrain.plain,
    top: (ground) => terrain.top(ground),
    corners,
    cells: () => cellsWith(terrain, floors.keys()),
  };
}

function* cellsWith(terrain: Terrain, hollows: Iterable<string>) {
  const done = new Set<string>();
  for (const cell of terrain.cells()) {
    done.add(keyOf(cell[0], cell[1]));
    yield cell;
  }
  for (const key of hollows) {
    const [x = 0, z = 0] = key.split(',').map(Number);
    for (const [dx, dz] of [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const cell = keyOf(x + dx, z + dz);
      if (done.has(cell)) continue;
      done.add(cell);
      yield [x + dx, z + dz, terrain.at(x + dx, z + dz)] as readonly [number, number, Ground];
    }
  }
}
