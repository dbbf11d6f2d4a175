import { AXIS_FULL, type InputEvent } from './input-events.ts';

/** The distance between the positions that a stick can have, and the share of entries on such positions. */
export type OwnSteps = {
  /** In units of 65,536 for a full turn; null where there are too few positions or no distance fits. */
  readonly left: number | null;
  readonly right: number | null;
  /** Share of entries on the positions of their side; null without any distance. */
  readonly share: number | null;
};

/** Positions closer to an end are rounded by the game. */
const maxPosition = AXIS_FULL - 36;
const minPositions = 25;
const smallest = 100;
const largest = 1600;
/** More positions than this are thinned evenly, which bounds the time. */
const maxPositions = 1000;
/** A distance that fewer positions fit is chance. */
const minShare = 0.5;

/** Measures the positions of a stick, separately to the left and to the right, as the game calibrates them. */
export function ownSteps(events: readonly InputEvent[]): OwnSteps {
  const values = events.flatMap(({ control, value }) =>
    control === 'steer' && value !== 0 && Math.abs(value) < maxPosition ? [Math.round(value)] : [],
  );
  const [left, right] = [values.filter((v) => v < 0).map(Math.abs), values.filter((v) => v > 0)];
  const grids = [gridOf(left), gridOf(right)];
  let [entries, on] = [0, 0];
  for (const [i, side] of [left, right].entries()) {
    const grid = grids[i];
    if (!grid) continue;
    entries += side.length;
    on += side.filter((value) => isOn(value, grid)).length;
  }
  return {
    left: grids[0]?.step ?? null,
    right: grids[1]?.step ?? null,
    share: entries === 0 ? null : on / entries,
  };
}

/** Positions `from` + n × `step`, give or take a window that starts at `from`. */
type Grid = { readonly step: number; readonly from: number; readonly fits: number };

/** How far positions of one grid spread, because the game rounds them. */
const windowOf = (step: number): number => Math.max(4, 0.03 * step);

const isOn = (value: number, { step, from }: Grid): boolean => {
  const rest = (value - from) % step;
  return (rest < 0 ? rest + step : rest) <= windowOf(step);
};

/** Tries distances around the commonest gaps between positions, ever finer; the best fit wins. */
function gridOf(side: readonly number[]): Grid | null {
  const distinct = [...new Set(side)].sort((a, b) => a - b);
  if (distinct.length < minPositions) return null;
  const every = Math.max(1, distinct.length / maxPositions);
  const positions = Float64Array.from(
    { length: Math.min(distinct.length, maxPositions) },
    (_, i) => distinct[Math.floor(i * every)] ?? 0,
  );
  let best: Grid = { step: smallest, from: 0, fits: 0 };
  const tryAround = (middle: number, reach: number, by: number) => {
    for (let step = middle - reach; step <= middle + reach; step += by) {
      if (step < smallest || step > largest) continue;
      const grid = fitOf(positions, step);
      if (grid.fits > best.fits) best = grid;
    }
  };
  for (const gap of commonGaps(distinct)) tryAround(gap, 2, 0.02);
  tryAround(best.step, 0.04, 0.004);
  return best.fits >= minShare * positions.length ? best : null;
}

const binsPerWindow = 4;

/** The window on the circle of remainders that most positions fall into. */
function fitOf(positions: Float64Array, step: number): Grid {
  const width = windowOf(step) / binsPerWindow;
  const bins = new Uint16Array(Math.ceil(step / width));
  for (const value of positions) {
    const bin = Math.floor((value % step) / width);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  let [fits, from] = [0, 0];
  for (let start = 0; start < bins.length; start++) {
    let sum = 0;
    for (let i = 0; i < binsPerWindow; i++) sum += bins[(start + i) % bins.length] ?? 0;
    if (sum > fits) [fits, from] = [sum, start * width];
  }
  return { step, from, fits };
}

const maxGaps = 6;

/** The most frequent distances between neighbouring positions. Real ones vary by one, because positions are whole numbers. */
function commonGaps(positions: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (let i = 1; i < positions.length; i++) {
    const gap = (positions[i] ?? 0) - (positions[i - 1] ?? 0);
    for (const near of [gap - 1, gap, gap + 1]) counts.set(near, (counts.get(near) ?? 0) + 1);
  }
  const chosen: number[] = [];
  for (const [gap] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (gap < smallest || gap > largest || chosen.some((other) => Math.abs(other - gap) <= 2)) continue;
    chosen.push(gap);
    if (chosen.length === maxGaps) break;
  }
  return chosen;
}
