import { profileAt } from './profile.ts';
import type { Port, Shape } from './shape.ts';

/** By side: the direction out of the block. */
const outward = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;
const out = (side: number) => outward[side as 0 | 1 | 2 | 3]; // the sides of ports are 0 to 3

/** The middle of the edge at which a port opens, in cells. */
export const portPoint = ({ u, w, side }: Port): readonly [u: number, w: number] => [
  u + 0.5 + out(side)[0] / 2,
  w + 0.5 + out(side)[1] / 2,
];

/** By variant of an automatic road: the sides to which it opens. */
const openSides: Readonly<Record<number, readonly number[]>> = {
  0: [],
  1: [0],
  2: [0, 1],
  3: [0, 2],
  4: [0, 1, 2],
  5: [0, 1, 2, 3],
};

/** The ports of a block; those of an automatic road depend on its variant. */
export function openPorts({ form, ports }: Shape, variant: number): readonly Port[] {
  if (form !== 'auto') return ports;
  const sides = openSides[variant] ?? [0, 2];
  return ports.filter(({ side }) => sides.includes(side));
}

/** A point of the middle of a lane: its place, the direction of travel (length 1) and how far along it is, 0 to 1. */
export interface LanePoint {
  readonly u: number;
  readonly w: number;
  readonly du: number;
  readonly dw: number;
  readonly t: number;
}

/**
 * The middle of the lane between two ports as `steps` + 1 points: straight or an S between opposite sides, a quarter of an ellipse
 * between sides that meet, half an ellipse, at least `reach` cells deep, for a turn back.
 */
export function laneBetween(from: Port, to: Port, steps: number, reach: number): LanePoint[] {
  const [au, aw] = portPoint(from);
  const [bu, bw] = portPoint(to);
  const [iu, iw] = out(from.side).map((part) => -part) as [number, number]; // as many as before
  const [ou, ow] = out(to.side);
  const [du, dw] = [bu - au, bw - aw];
  const along = iu * ou + iw * ow;
  const at = (t: number): readonly [number, number, number, number] => {
    if (along < -0.5) {
      const turn = t * Math.PI;
      const deep = Math.max(Math.hypot(du, dw) / 2, reach);
      const side = (1 - Math.cos(turn)) / 2;
      return [
        au + iu * deep * Math.sin(turn) + du * side,
        aw + iw * deep * Math.sin(turn) + dw * side,
        iu * deep * Math.cos(turn) + (du * Math.sin(turn)) / 2,
        iw * deep * Math.cos(turn) + (dw * Math.sin(turn)) / 2,
      ];
    }
    if (along > 0.5) {
      const forward = du * iu + dw * iw;
      const [su, sw] = [du - forward * iu, dw - forward * iw];
      const share = t * t * (3 - 2 * t);
      const slope = 6 * t * (1 - t);
      return [
        au + iu * forward * t + su * share,
        aw + iw * forward * t + sw * share,
        iu * forward + su * slope,
        iw * forward + sw * slope,
      ];
    }
    const forward = Math.max(0.01, du * iu + dw * iw);
    const aside = Math.max(0.01, du * ou + dw * ow);
    const turn = (t * Math.PI) / 2;
    return [
      au + iu * forward * Math.sin(turn) + ou * aside * (1 - Math.cos(turn)),
      aw + iw * forward * Math.sin(turn) + ow * aside * (1 - Math.cos(turn)),
      iu * forward * Math.cos(turn) + ou * aside * Math.sin(turn),
      iw * forward * Math.cos(turn) + ow * aside * Math.sin(turn),
    ];
  };
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    const [u, w, pu, pw] = at(t);
    const length = Math.hypot(pu, pw) || 1;
    return { u, w, du: pu / length, dw: pw / length, t };
  });
}

/** Steps of the left and the right edge at a port, seen in the direction of travel. */
function portEdges({ step, low }: Port, isLeaving: boolean): readonly [left: number, right: number] {
  // looking out of the block, the side that is not low is a step higher
  const [left, right] = [low === 'right' ? 1 : 0, low === 'left' ? 1 : 0];
  return isLeaving ? [step + left, step + right] : [step + right, step + left];
}

/** Steps of the left and the right edge of a lane, at the share `t` of the way between its ports. */
export function laneHeights(
  { profile, rise }: Shape,
  from: Port,
  to: Port,
  t: number,
): readonly [left: number, right: number] {
  const [fromLeft, fromRight] = portEdges(from, false);
  const [toLeft, toRight] = portEdges(to, true);
  const isDirected = profile === 'in' || profile === 'out';
  const own = isDirected || profile === 'ease' || profile === 'slope';
  const kind = own ? profile : from.low || to.low ? 'slope' : 'ease';
  const share = isDirected && to.step < from.step ? 1 - profileAt(kind, 1 - t) : profileAt(kind, t);
  const bump = profile === 'hump' ? rise : profile === 'dip' ? -rise : 0;
  const above = bump * profileAt('hump', t);
  return [fromLeft + (toLeft - fromLeft) * share + above, fromRight + (toRight - fromRight) * share + above];
}
