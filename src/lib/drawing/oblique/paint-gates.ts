import { between, type Point, type Row, raised } from '../space/grid.ts';
import type { Drive } from '../space/track-space.ts';
import type { Painter } from './painter.ts';

/** Kinds of blocks with a gate across the road. */
export const gateKinds = new Set(['start', 'checkpoint', 'finish', 'multilap']);

/** An arch across the road, as wide as the lane; finish and multilap are chequered. Returns the place above it, for a number. */
export function paintGate(
  picture: Painter,
  { shape, strips }: Drive,
  cell: number,
  isFine: boolean,
): Point | null {
  const row = rowOfGate(strips);
  if (!row) return null;
  const [left, right] = row;
  const tall = Math.min(cell * 0.45, 15) * (isFine ? 1 : 1.7);
  const beam = tall * (isFine ? 0.36 : 0.45);
  const at = (share: number, height: number) => raised(between(left, right, share), height);
  const face = (from: number, to: number, low: number, high: number, material: string) =>
    picture.add([at(from, low), at(to, low), at(to, high), at(from, high)], material, {
      lift: 6,
      rank: 5,
      shade: 0,
    });
  const post = isFine ? 0.1 : 0.2;
  face(-0.04, post - 0.04, 0, tall, shape.kind);
  face(1.04 - post, 1.04, 0, tall, shape.kind);
  if (shape.kind === 'finish' || shape.kind === 'multilap') {
    face(-0.03, 1.03, tall - beam, tall, 'white');
    const squares = isFine ? 8 : 5;
    for (let square = 0; square < 2 * squares; square++) {
      const [column, line] = [square % squares, Math.floor(square / squares)];
      if ((column + line) % 2 === 1) continue;
      const low = tall - beam + (beam / 2) * line;
      face(column / squares, (column + 1) / squares, low, low + beam / 2, 'black');
    }
  } else face(-0.03, 1.03, tall - beam, tall, shape.kind);
  return at(0.5, tall + beam);
}

/** Left and right foot of the gate of a block: in the middle of its lane. */
export function rowOfGate([strip]: Drive['strips']): Row | null {
  const [first, second] = strip ?? [];
  if (!strip || !first || !second) return null;
  const row = strip[Math.floor((strip.length - 1) / 2)];
  return strip.length > 2 && row ? row : [between(first[0], second[0]), between(first[1], second[1])];
}
