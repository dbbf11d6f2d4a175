import { rowOfGate } from '../oblique/paint-gates.ts';
import { between, type Point, raised } from '../space/grid.ts';
import type { Drive } from '../space/track-space.ts';
import type { Solid } from './solid.ts';

/** Where a gate stands, in metres. */
export interface Gate {
  readonly kind: string;
  readonly left: Point;
  readonly right: Point;
  readonly tall: number;
}

/** Metres from the front of a gate to its back. */
const thickness = 1.2;
const squares = 8;

/** Builds the gate of a block: two posts and a beam with room below it; null where there is no lane to stand on. */
export function buildGate(solid: Solid, { shape, strips }: Drive, cell: number): Gate | null {
  const row = rowOfGate(strips);
  if (!row) return null;
  const [left, right] = row;
  const tall = Math.min(cell * 0.45, 15);
  const beam = tall * 0.3;
  const length = Math.hypot(right[0] - left[0], right[2] - left[2]) || 1;
  const deep = thickness / 2 / cell;
  const [backX, backZ] = [((right[2] - left[2]) / length) * deep, ((left[0] - right[0]) / length) * deep];
  const part = (from: number, to: number, low: number, high: number, material: string) => {
    const at = (share: number, side: number): Point => {
      const [x, up, z] = raised(between(left, right, share), high);
      return [x + side * backX, up, z + side * backZ];
    };
    const foot = (share: number) => between(left, right, share)[1] + low;
    const [a, b, c, d] = [at(from, -1), at(to, -1), at(to, 1), at(from, 1)];
    const [footFrom, footTo] = [foot(from), foot(to)];
    solid.add([a, b, c, d], material);
    solid.wall(a, b, [footFrom, footTo], material);
    solid.wall(c, d, [footTo, footFrom], material);
    solid.wall(b, c, [footTo, footTo], material);
    solid.wall(d, a, [footFrom, footFrom], material);
    const under = ([x, , z]: Point, height: number): Point => [x, height, z];
    solid.add([under(a, footFrom), under(b, footTo), under(c, footTo), under(d, footFrom)], material);
  };
  part(-0.05, 0, -1, tall, shape.kind);
  part(1, 1.05, -1, tall, shape.kind);
  const isChequered = shape.kind === 'finish' || shape.kind === 'multilap';
  if (!isChequered) part(0, 1, tall - beam, tall, shape.kind);
  else
    for (let square = 0; square < 2 * squares; square++) {
      const [column, line] = [square % squares, Math.floor(square / squares)];
      const low = tall - beam + (beam / 2) * line;
      const colour = (column + line) % 2 === 0 ? 'black' : 'white';
      part(column / squares, (column + 1) / squares, low, low + beam / 2, colour);
    }
  const inMetres = ([x, up, z]: Point): Point => [x * cell, up, z * cell];
  return { kind: shape.kind, left: inMetres(left), right: inMetres(right), tall };
}
