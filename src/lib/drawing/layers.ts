import type { Curve } from './curve.ts';
import { type Family, familyColours, lighter, marks } from './palette.ts';
import { cellsPath, linesPath, n } from './paths.ts';
import { cellOf, type Plan, side, type Top } from './plan.ts';

const steps = 5;
/** Neighbours whose heights differ by more than this are separate: an edge is drawn between them. */
const sameLevel = 3;

/** The road, painted from the lowest to the highest: cells, their edges, then curves. */
export function roadLayers({ tops }: Plan, edge: number): string {
  const heights = [...tops.values()].map(({ y }) => y);
  const low = heights.reduce((a, b) => Math.min(a, b), 255);
  const high = heights.reduce((a, b) => Math.max(a, b), 0);
  const stepOf = ({ y }: Top) => (high === low ? 0 : Math.round(((y - low) / (high - low)) * (steps - 1)));
  const whole = wholeCurves(tops);
  const layers: string[] = [];
  for (let step = 0; step < steps; step++) {
    const straight = new Map<Family, number[]>();
    const curves = new Map<number, Top>();
    for (const [cell, top] of tops) {
      if (stepOf(top) !== step) continue;
      if (top.curve && whole.has(top.owner)) curves.set(top.owner, top);
      else if (!straight.get(top.family)?.push(cell)) straight.set(top.family, [cell]);
    }
    for (const [family, cells] of straight) {
      layers.push(`<path fill="${colourOf(family, step)}" d="${cellsPath(cells)}"/>`);
    }
    const sides = edgesOf(tops, whole, [...straight.values()].flat());
    if (sides) layers.push(`<path class="e" d="${sides}"/>`);
    layers.push(...bends([...curves.values()], step, edge));
  }
  return layers.join('');
}

const colourOf = (family: Family, step: number) => lighter(familyColours[family], step * 0.1);

/** Curves that are not partly covered; the others are painted as plain cells. */
function wholeCurves(tops: Plan['tops']): ReadonlySet<number> {
  const ends = new Map<number, { top: Top; seen: number }>();
  for (const [cell, top] of tops) {
    if (!top.curve) continue;
    const found = ends.get(top.owner) ?? { top, seen: 0 };
    if (portCells(top.curve).includes(cell)) found.seen += 1;
    ends.set(top.owner, found);
  }
  const isWhole = ({ top, seen }: { top: Top; seen: number }) =>
    top.curve !== null && seen >= new Set(portCells(top.curve)).size;
  return new Set([...ends].filter(([, found]) => isWhole(found)).map(([owner]) => owner));
}

/** The cells in which a curve begins and ends. */
function portCells({ from, to }: Curve): number[] {
  const inward = (at: readonly [number, number], other: readonly [number, number]) => {
    const isAcross = Number.isInteger(at[0]); // it ends at the left or right side
    const x = isAcross && other[0] < at[0] ? at[0] - 1 : at[0];
    const z = !isAcross && other[1] < at[1] ? at[1] - 1 : at[1];
    return cellOf(Math.floor(x), Math.floor(z));
  };
  return [inward(from, to), inward(to, from)];
}

/** Edges where a road ends, or continues far above or below. */
function edgesOf(tops: Plan['tops'], whole: ReadonlySet<number>, cells: readonly number[]): string {
  const across: number[] = [];
  const down: number[] = [];
  for (const cell of cells) {
    const here = tops.get(cell);
    if (!here) continue;
    if (isApart(here, cell, tops.get(cell - side), cell - side, whole)) across.push(cell);
    if (isApart(here, cell, tops.get(cell + side), cell + side, whole)) across.push(cell + side);
    if (isApart(here, cell, tops.get(cell - 1), cell - 1, whole)) down.push(cell);
    if (isApart(here, cell, tops.get(cell + 1), cell + 1, whole)) down.push(cell + 1);
  }
  return linesPath(across, down);
}

function isApart(
  here: Top,
  cell: number,
  other: Top | undefined,
  otherCell: number,
  whole: ReadonlySet<number>,
): boolean {
  if (!other) return true;
  if (other.owner === here.owner) return false;
  if (Math.abs(other.y - here.y) > sameLevel) return true;
  if (!other.curve || !whole.has(other.owner)) return false;
  return !opensTo(other.curve, otherCell, cell);
}

/** Whether a curve connects its cell with this neighbour. */
function opensTo(curve: Curve, own: number, neighbour: number): boolean {
  const [x, z] = [own % side, Math.floor(own / side)];
  const [nx, nz] = [neighbour % side, Math.floor(neighbour / side)];
  const between = [(x + nx + 1) / 2, (z + nz + 1) / 2];
  return [curve.from, curve.to].some(([px, pz]) => px === between[0] && pz === between[1]);
}

function bends(curves: readonly Top[], step: number, edge: number): string[] {
  if (curves.length === 0) return [];
  const all = curves.map(({ curve }) => bendPath(curve)).join('');
  const colours = new Map<Family, string>();
  for (const { family, curve } of curves) colours.set(family, (colours.get(family) ?? '') + bendPath(curve));
  return [
    `<path fill="none" stroke="${marks.edge}" stroke-width="${n(1 + edge)}" d="${all}"/>`,
    ...[...colours].map(
      ([family, path]) =>
        `<path fill="none" stroke="${colourOf(family, step)}" stroke-width="${n(1 - edge)}" d="${path}"/>`,
    ),
  ];
}

function bendPath(curve: Curve | null): string {
  if (!curve) return '';
  const { from, to } = curve;
  const start = `M${n(from[0])} ${n(from[1])}`;
  const end = `${n(to[0])} ${n(to[1])}`;
  if (curve.kind === 'arc') {
    const r = n(curve.radius);
    return `${start}A${r} ${r} 0 0 ${curve.sweep} ${end}`;
  }
  const [a, b] = curve.bends;
  return `${start}C${n(a[0])} ${n(a[1])} ${n(b[0])} ${n(b[1])} ${end}`;
}
