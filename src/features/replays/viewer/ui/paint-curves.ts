import { AXIS_FULL } from '#lib/gbx/run/input-events.ts';
import type { Steps } from '#lib/gbx/run/input-steps.ts';
import type { Run } from '../run.ts';
import type { Gap } from '../time-gap.ts';
import { timeAtDistance } from '../track-line.ts';
import type { ChartPaint } from './Chart.tsx';

/** A curve: places from 0 to 1, and values. */
interface Curve {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}

interface Scale {
  readonly lowest: number;
  readonly highest: number;
  /** values with a line and a label */
  readonly lines: readonly { readonly value: number; readonly label: string }[];
}

const edge = 4;

/** Between curves in pixels of the page: equal runs are lines next to each other. */
const betweenCurves = 2;

/** Paints lines of the scale and one curve per run; the first run is on top. `null`: the run has no such curve. */
export function paintCurves(chart: ChartPaint, curves: readonly (Curve | null)[], scale: Scale): void {
  const { paint, width, height, colours } = chart;
  const y = (value: number) =>
    height - edge - ((height - 2 * edge) * (value - scale.lowest)) / (scale.highest - scale.lowest);
  paint.lineWidth = 1;
  paint.strokeStyle = colours.line;
  for (const { value } of scale.lines) {
    paint.beginPath();
    paint.moveTo(0, Math.round(y(value)) + 0.5);
    paint.lineTo(width, Math.round(y(value)) + 0.5);
    paint.stroke();
  }
  for (let i = curves.length - 1; i >= 0; i--) {
    const curve = curves[i];
    if (!curve) continue;
    const lower = (i - (curves.length - 1) / 2) * betweenCurves;
    paint.beginPath();
    for (let at = 0; at < curve.xs.length; at++)
      paint.lineTo((curve.xs[at] ?? 0) * width, y(curve.ys[at] ?? 0) + lower);
    paint.strokeStyle = colours.runs[i] ?? colours.ink;
    paint.lineWidth = 1.6;
    paint.lineJoin = 'round';
    paint.stroke();
  }
  paint.fillStyle = colours.ink;
  paint.font = '11px system-ui, sans-serif';
  for (const { value, label } of scale.lines) {
    const hasRoom = y(value) > 14;
    paint.fillText(label, 3, y(value) + (hasRoom ? -3 : 12));
  }
}

/** Where the times of a run are on the axis, from 0 to 1. */
export type Axis = (run: Run, timeMs: number) => number;

export function sampledCurve(run: Run, axis: Axis, values: ArrayLike<number>, factor: number): Curve {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < run.line.count; i++) {
    const timeMs = run.line.timesMs[i] ?? 0;
    if (timeMs > run.durationMs) break;
    xs.push(axis(run, timeMs));
    ys.push(factor * (values[i] ?? 0));
  }
  return { xs, ys };
}

/** Steps with a vertical line at each change. */
export function steppedCurve(run: Run, axis: Axis, { timesMs, values }: Steps): Curve {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < timesMs.length; i++) {
    const x = axis(run, timesMs[i] ?? 0);
    xs.push(x, x);
    ys.push((values[i - 1] ?? values[i] ?? 0) / AXIS_FULL, (values[i] ?? 0) / AXIS_FULL);
  }
  xs.push(axis(run, run.durationMs));
  ys.push((values.at(-1) ?? 0) / AXIS_FULL);
  return { xs, ys };
}

/** The gap to the first run, at the times or distances of the first run. */
export function gapCurve(first: Run, axis: Axis, { distances, gapsMs }: Gap): Curve {
  return { xs: distances.map((distance) => axis(first, timeAtDistance(first.track, distance))), ys: gapsMs };
}

const niceSteps = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000];

/** A scale around zero for gaps, with lines at round values. */
export function gapScale(gaps: readonly (Gap | null)[]): Scale {
  let most = 50;
  for (const gap of gaps) for (const value of gap?.gapsMs ?? []) most = Math.max(most, Math.abs(value));
  const step = niceSteps.find((nice) => nice * 2 >= most) ?? most;
  const highest = most * 1.1;
  const lines = [-step, 0, step].map((value) => ({
    value,
    label: value === 0 ? '0' : `${value > 0 ? '+' : '−'}${Math.abs(value) / 1000} s`,
  }));
  return { lowest: -highest, highest, lines };
}
