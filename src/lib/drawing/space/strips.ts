import type { PlacedBlock } from '../block.ts';
import { turned } from '../footprint.ts';
import { endsInArc, reachOf } from './borders.ts';
import type { Grid, Point, Row, Strip } from './grid.ts';
import { laneBetween, laneHeights, openPorts, portPoint } from './lanes.ts';
import { planeHeight, sheetHeight } from './profile.ts';
import type { Port, Shape } from './shape.ts';

/** Curved sheets need more rows than straight ones. */
const curved = new Set(['in', 'out', 'ease', 'hump', 'dip', 'ramp', 'quarter', 'arch', 'hillside']);

const rows = (count: number, rowAt: (t: number) => Row): Strip =>
  Array.from({ length: count + 1 }, (_, index) => rowAt(index / count));

/**
 * What a car drives on in a block, in the cells and metres of the track. `isFine`: with more rows in curves, for large pictures.
 */
export function stripsOf(block: PlacedBlock, shape: Shape, grid: Grid, isFine: boolean): readonly Strip[] {
  const { width, depth, form, base, height } = shape;
  const floor = block.y * grid.step + base;
  const put = (u: number, w: number, steps: number): Point => {
    const [x, z] = turned(block, shape, [u, w]);
    return [x, floor + steps * grid.step, z];
  };
  switch (form) {
    case 'loop': {
      const at = loopOf(shape, grid);
      return [
        rows(isFine ? 16 : 8, (t) => {
          const [u, w, steps] = at(t);
          return [put(u - 0.4, w, steps), put(u + 0.4, w, steps)];
        }),
      ];
    }
    case 'sheet': {
      const isCurved = curved.has(shape.profile) || endsInArc(block.name);
      const perCell = isCurved ? (isFine ? 6 : 3) : 1;
      const edge = Math.max(0, (width - shape.lane * width) / 2);
      const reach = reachOf(block.name, shape);
      const at = (u: number, w: number) => put(u, w, sheetHeight(shape, u, w));
      return [
        rows(perCell * depth, (t) => {
          const [from, to] = reach(t * depth);
          return [at(from + edge, t * depth), at(to - edge, t * depth)];
        }),
      ];
    }
    case 'bowl':
      return [bowl(shape, put, isFine)];
    case 'wall':
      return [rows(1, (t) => [put(0, 0, t * height), put(width, 0, t * height)])];
  }
  const [first, ...others] = openPorts(shape, block.variant);
  if (!first || others.length === 0) return [deadEnd(shape, first, put)];
  return others.map((port) => laneStrip(shape, first, port, put, isFine));
}

type Put = (u: number, w: number, steps: number) => Point;

/** A banked quarter of a ring around the corner (width, 0), its last cell higher or lower than the rest. */
function bowl({ width, rise }: Shape, put: Put, isFine: boolean): Strip {
  return rows((isFine ? 4 : 2) * width, (t) => {
    const turn = (t * Math.PI) / 2;
    const at = (radius: number, steps: number) =>
      put(width - radius * Math.cos(turn), radius * Math.sin(turn), steps);
    return rise > 0 ? [at(width, rise), at(width - 1, 0)] : [at(width, 0), at(width - 1, -rise)];
  });
}

/** A lane with one port or none: it ends in the middle of nowhere, or rises as a ramp does. */
function deadEnd({ width, depth, lane, profile, rise }: Shape, port: Port | undefined, put: Put): Strip {
  const half = (lane || 0.8) / 2;
  const [u, w] = port ? portPoint(port) : [0.5, 1];
  const [du, dw] = [width / 2 - u, depth / 2 - w];
  const isAcross = Math.abs(du) > Math.abs(dw);
  const [iu, iw] = isAcross ? [Math.sign(du), 0] : [0, Math.sign(dw) || -1];
  const length = 0.96 * (isAcross ? width : depth);
  const isRamp = profile === 'ramp' && rise !== 0;
  return rows(isRamp ? 4 : 1, (t) => {
    const steps = (port?.step ?? 0) + (isRamp ? rise * t * t : 0);
    const [mu, mw] = [u + iu * length * t, w + iw * length * t];
    return [put(mu + iw * half, mw - iu * half, steps), put(mu - iw * half, mw + iu * half, steps)];
  });
}

function laneStrip(shape: Shape, from: Port, to: Port, put: Put, isFine: boolean): Strip {
  const { width, depth, form, profile, lane } = shape;
  const half = (lane || 0.8) / 2;
  const [au, aw] = portPoint(from);
  const [bu, bw] = portPoint(to);
  const length = Math.hypot(bu - au, bw - aw);
  const isStraight = ((from.side + 2) & 3) === to.side && (from.side % 2 ? from.w === to.w : from.u === to.u);
  const isLevel = from.step === to.step && !from.low && !to.low && (profile === 'flat' || profile === 'ramp');
  const count = isStraight
    ? isLevel
      ? Math.max(1, Math.round(length))
      : Math.max(isFine ? 6 : 3, 2 * Math.round(length))
    : Math.max(isFine ? 5 : 3, Math.round(length * (isFine ? 3 : 2)));
  const reach = (from.side % 2 ? width : depth) - (form === 'wide' ? 1 : 0.5);
  // ports give the heights of the edges of the whole cell, of which the lane is the middle part
  const trim = profile === 'plane' ? 0 : Math.max(0, 0.5 - half);
  const turnsBack = from.side === to.side;
  return laneBetween(from, to, turnsBack ? 2 * count : count, reach).map(({ u, w, du, dw, t }): Row => {
    const [leftU, leftW] = [u + dw * half, w - du * half];
    const [rightU, rightW] = [u - dw * half, w + du * half];
    const [left, right] =
      profile === 'plane'
        ? [planeHeight(shape, leftU, leftW), planeHeight(shape, rightU, rightW)]
        : laneHeights(shape, from, to, t);
    return [
      put(leftU, leftW, left + (right - left) * trim),
      put(rightU, rightW, right - (right - left) * trim),
    ];
  });
}

/** The radius of Stadium’s loop, the only one three cells wide, in steps; other loops fill their block. */
const stadiumLoopRadius = 5.31;

/** A vertical loop as (u, w, steps above the port) for 0 to 1: half a turn with one port, a whole one with two. */
function loopOf({ ports, width, height }: Shape, { cell, step }: Grid) {
  const [entry, exit] = ports;
  const radius = width === 3 ? stadiumLoopRadius : (height - 0.4) / 2;
  const from = entry ? portPoint(entry)[0] : width / 2;
  const to = exit ? portPoint(exit)[0] : from < width / 2 ? width - 0.5 : 0.5;
  const start = exit ? 1 : 0;
  return (t: number): readonly [u: number, w: number, steps: number] => {
    const turn = t * Math.PI * (exit ? 2 : 1);
    return [
      from + (to - from) * t,
      start + ((radius * step) / cell) * Math.sin(turn),
      radius * (1 - Math.cos(turn)),
    ];
  };
}
