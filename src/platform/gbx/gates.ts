import { type Waypoint, waypointOf } from '#lib/codes/waypoint.ts';
import { makeMeasure, turnedSize } from '#lib/drawing/footprint.ts';
import { BLOCK_METRES } from '#lib/gbx/read/block-size.ts';
import type { Block } from '#lib/gbx/read/blocks.ts';
import type { Environment } from '#lib/gbx/read/environment.ts';

export type Point = readonly [x: number, y: number, z: number];

/** A block that counts in a race, and the space in which a car is at it, in metres. */
export interface Gate {
  readonly kind: Waypoint;
  readonly block: Block;
  readonly from: Point;
  readonly to: Point;
}

/**
 * A car is at a gate up to this many metres outside its block. In real files it is 1.4 m at most: times and positions are
 * rounded, and the gate notices the nose of the car.
 */
export const reachMetres = 8;
/**
 * Gates are arches that are also passed in the air or on a ramp below: in real files, cars are between 10 m below the block's floor
 * and 13 m above it.
 */
const aboveAndBelowMetres = 24;

/** The gates of a track. */
export function gatesOf(blocks: readonly Block[], environment: Environment): Gate[] {
  const { width, height } = BLOCK_METRES[environment];
  const measure = makeMeasure(environment);
  const kinds = new Map<string, Waypoint | null>();
  return blocks.flatMap((block) => {
    const { name, x, y, z, direction } = block;
    const known = kinds.get(name);
    const kind = known === undefined ? waypointOf(name) : known;
    kinds.set(name, kind);
    if (kind === null) return [];
    const size = turnedSize(measure(name), direction);
    return {
      kind,
      block,
      from: [x * width, y * height - aboveAndBelowMetres, z * width],
      to: [(x + size.width) * width, (y + 1) * height + aboveAndBelowMetres, (z + size.depth) * width],
    } satisfies Gate;
  });
}

/** How far a point is outside a gate's space: 0 inside. */
export const metresFrom = ({ from, to }: Gate, [x, y, z]: Point): number =>
  Math.hypot(
    Math.max(from[0] - x, 0, x - to[0]),
    Math.max(from[1] - y, 0, y - to[1]),
    Math.max(from[2] - z, 0, z - to[2]),
  );

/** Whether a car can be at two gates at once. */
export const areClose = (a: Gate, b: Gate): boolean =>
  [0, 1, 2].every(
    (axis) =>
      (a.from[axis] ?? 0) - (b.to[axis] ?? 0) <= 2 * reachMetres &&
      (b.from[axis] ?? 0) - (a.to[axis] ?? 0) <= 2 * reachMetres,
  );
