import { isJump } from '../motion.ts';
import type { Run } from '../run.ts';
import type { CarShape } from './car-shapes.ts';
import { type Turn, turned } from './pose.ts';
import { plus, type Vector } from './vectors.ts';

/** A mark that a wheel left on the road: four corners, from when it is there. */
export interface Mark {
  readonly fromMs: number;
  readonly corners: readonly [Vector, Vector, Vector, Vector];
}

const halfWidth = 0.14;
/** Metres above the road, so that it is not in the same plane. */
const lift = 0.05;
/** Four wheels slide at most this often in a run of real length. */
const maxMarks = 20_000;

/** The marks of wheels that slid on the ground, in the order of time; none for games that do not record it. */
export function wheelMarks({ line, durationMs }: Run, { wheels: places }: CarShape): Mark[] {
  const { wheels } = line;
  if (!wheels) return [];
  const marks: Mark[] = [];
  for (let i = 0; i + 1 < line.count && marks.length < maxMarks; i++) {
    const fromMs = line.timesMs[i] ?? 0;
    if (fromMs > durationMs) break;
    const held = (wheels[i] ?? 0) & (wheels[i + 1] ?? 0);
    if (held >> 4 === 0 || isJump(line, i)) continue;
    for (const [wheel, place] of places.entries()) {
      const isSliding = (held & (1 << wheel)) !== 0 && (held & (16 << wheel)) !== 0;
      if (!isSliding) continue;
      const [from, to] = [footOf(line, i, place), footOf(line, i + 1, place)];
      const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
      const length = Math.hypot(dx, dz);
      if (length < 0.05) continue;
      const aside: Vector = [(-dz / length) * halfWidth, 0, (dx / length) * halfWidth];
      marks.push({
        fromMs,
        corners: [plus(from, aside), plus(from, aside, -1), plus(to, aside, -1), plus(to, aside)],
      });
    }
  }
  return marks;
}

/** Where a wheel touches the ground at a sample. */
function footOf(line: Run['line'], i: number, [x, z]: readonly [number, number]): Vector {
  const turn = [...line.rotations.subarray(4 * i, 4 * i + 4)] as unknown as Turn; // four numbers for each sample
  const [px = 0, py = 0, pz = 0] = line.positions.subarray(3 * i, 3 * i + 3);
  return plus([px, py, pz], turned(turn, [x, lift, z]));
}
