import { gateKinds } from '../oblique/paint-gates.ts';
import type { Picture } from '../oblique/picture.ts';
import { between, type Point } from '../space/grid.ts';
import type { Drive } from '../space/track-space.ts';

/** Above everything on the road, so that no bridge hides a gate. */
const over = { lift: 400, shade: 0 };
/** Metres along the road that a gate takes; real ones are thinner and would not show. */
const thick = 6;

/** A gate as a bar across the road: the start points ahead, finish and multilap are chequered. */
export function paintGateFromAbove(picture: Picture, { block, shape, strips }: Drive, cell: number): void {
  const [strip] = strips;
  const [first, second] = strip ?? [];
  if (!gateKinds.has(shape.kind) || !strip || !first || !second) return;
  const row = strip[Math.floor((strip.length - 1) / 2)];
  const [left, right] =
    strip.length > 2 && row ? row : [between(first[0], second[0]), between(first[1], second[1])];
  const length = Math.hypot(right[0] - left[0], right[2] - left[2]) || 1;
  // along the road, as long as the gate is thick
  const [ax, az] = [
    ((left[2] - right[2]) / length) * (thick / cell),
    ((right[0] - left[0]) / length) * (thick / cell),
  ];
  const at = (share: number, along: number): Point => {
    const [x, height, z] = between(left, right, share);
    return [x + ax * along, height, z + az * along];
  };
  const bar = (from: number, to: number, near: number, far: number, material: string, rank: number) =>
    picture.add([at(from, near), at(to, near), at(to, far), at(from, far)], material, { ...over, rank });
  bar(-0.1, 1.1, -0.72, 0.72, 'white', 9);
  if (shape.kind !== 'finish') bar(-0.06, 1.06, -0.5, 0.5, shape.kind, 10);
  if (shape.kind === 'finish' || shape.kind === 'multilap') {
    const squares = 8;
    for (let square = 0; square < squares; square++) {
      const near = square % 2 === 0 ? -0.5 : 0;
      bar(square / squares, (square + 1) / squares, near, near + 0.5, 'black', 11);
    }
  }
  if (shape.kind !== 'start' && shape.kind !== 'multilap') return;
  const [dx, dz] = forward[(block.direction & 3) as 0 | 1 | 2 | 3];
  const ahead = ax * dx + az * dz < 0 ? -1 : 1;
  const arrow = [at(0.2, 1 * ahead), at(0.8, 1 * ahead), at(0.5, 2.4 * ahead)];
  picture.add(arrow, shape.kind, { ...over, rank: 10 });
}

/** By direction: where a car drives that starts there. */
const forward = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;
