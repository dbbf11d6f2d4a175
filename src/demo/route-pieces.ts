import type { EnvironmentName } from '#lib/codes/environment.ts';
import type { Port, Shape } from '#lib/drawing/space/shape.ts';
import type { BlockSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { shapeOf } from './route-blocks.ts';

/** Where the next block begins: its cell, its level, and the direction of travel. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
}

/** Blocks that were placed in one step. */
export interface Stretch {
  readonly blocks: readonly BlockSpec[];
  readonly line: readonly BlockSpec[];
  readonly taken: readonly {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly top: number;
  }[];
  readonly end: Place;
}

const steps = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;
export const ahead = ({ x, y, z, heading }: Place, cells = 1, aside = 0): Place => {
  const [dx, dz] = steps[heading % 4] ?? steps[0];
  // to the left of the direction of travel
  const [sx, sz] = steps[(heading + 3) % 4] ?? steps[0];
  return { x: x + dx * cells + sx * aside, y, z: z + dz * cells + sz * aside, heading };
};

const straightVariant = 3;
export const cornerVariant = 2;

/** The block of this shape that continues the road, entered through one port and left through the other. */
export function placed(name: string, shape: Shape, at: Place, entry: Port, exit: Port): Stretch {
  const direction = (at.heading + 2 - entry.side + 4) % 4;
  const { width, depth, height } = shape;
  const turned = (u: number, w: number): readonly [number, number] => {
    if (direction === 1) return [depth - 1 - w, u];
    if (direction === 2) return [width - 1 - u, depth - 1 - w];
    return direction === 3 ? [w, width - 1 - u] : [u, w];
  };
  const [inX, inZ] = turned(entry.u, entry.w);
  const corner = { x: at.x - inX, y: at.y - entry.step, z: at.z - inZ };
  const block = { name, ...corner, direction, variant: shape.form === 'auto' ? straightVariant : 0 };
  const [outX, outZ] = turned(exit.u, exit.w);
  const heading = (exit.side + direction) % 4;
  const last = { x: corner.x + outX, y: corner.y + exit.step, z: corner.z + outZ, heading };
  const cells = Array.from({ length: width * depth }, (_, cell) =>
    turned(cell % width, Math.floor(cell / width)),
  );
  const isOneCell = width === 1 && depth === 1;
  return {
    blocks: [block],
    line: isOneCell
      ? [{ ...block, y: Math.min(at.y, last.y) + Math.abs(at.y - last.y) / 2 }]
      : [at, middleOf(at, last), last].map(({ x, y, z }) => ({ name, x, y, z, direction })),
    taken: cells.map(([x, z]) => ({ x: corner.x + x, y: corner.y, z: corner.z + z, top: corner.y + height })),
    end: ahead(last),
  };
}

/** Half-way through a block of several cells: on its arc if it turns. */
function middleOf(from: Place, to: Place): Place {
  const half = { ...to, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z: (from.z + to.z) / 2 };
  if (from.heading === to.heading) return half;
  const [dx, dz] = steps[from.heading] ?? steps[0];
  const [ox, oz] = steps[to.heading] ?? steps[0];
  const bulge = 0.2 * Math.hypot(to.x - from.x, to.z - from.z);
  return { ...half, x: half.x + (dx - ox) * bulge * 0.7, z: half.z + (dz - oz) * bulge * 0.7 };
}

/** A block with two ports, driven in either direction. */
export function through(
  environment: EnvironmentName,
  name: string,
  at: Place,
  isBackwards = false,
): Stretch | null {
  const shape = shapeOf(environment, name);
  const [first, second] = shape.form === 'auto' ? straightPorts : shape.ports;
  if (!first || !second) return null;
  return isBackwards ? placed(name, shape, at, second, first) : placed(name, shape, at, first, second);
}

export const port = (side: number): Port => ({ u: 0, w: 0, side, step: 0, low: null });
const straightPorts = [port(2), port(0)];

/** A gate, a ramp: a block with one port, which the road passes nevertheless. */
export function passed(environment: EnvironmentName, name: string, at: Place, isStart = false): Stretch {
  const shape = shapeOf(environment, name);
  const [first = port(2), second] = shape.ports;
  if (second) return placed(name, shape, at, first, second);
  const opposite = { ...first, side: (first.side + 2) % 4 };
  return isStart ? placed(name, shape, at, opposite, first) : placed(name, shape, at, first, opposite);
}

/** One after another. */
export function joined(first: Stretch, next: (at: Place) => Stretch | null): Stretch | null {
  const second = next(first.end);
  return (
    second && {
      blocks: [...first.blocks, ...second.blocks],
      line: [...first.line, ...second.line],
      taken: [...first.taken, ...second.taken],
      end: second.end,
    }
  );
}
