import { AXIS_FULL } from '#lib/gbx/run/input-events.ts';
import type { Press, Steps } from '#lib/gbx/run/input-steps.ts';
import type { Run } from '../run.ts';
import type { ChartPaint } from './Chart.tsx';
import type { Axis } from './paint-curves.ts';

const steerHeight = 44;
const barHeight = 8;
const rowGap = 6;

/** Paints the inputs of one run: steering around the middle, then bars for gas and brake, and lines at respawns. */
export function paintInputs({ paint, width, colours }: ChartPaint, i: number, run: Run, axis: Axis): void {
  const { driving } = run;
  if (!driving) return;
  const x = (timeMs: number) => axis(run, timeMs) * width;
  const middle = steerHeight / 2 + 2;
  paint.fillStyle = colours.line;
  paint.fillRect(0, middle, width, 1);
  paint.fillStyle = colours.runs[i] ?? colours.ink;
  fillSteps(
    paint,
    driving.steer,
    run.durationMs,
    x,
    (value) => middle + (value / AXIS_FULL) * (steerHeight / 2),
    middle,
  );
  const gasTop = steerHeight + rowGap;
  fillSteps(
    paint,
    driving.gas,
    run.durationMs,
    x,
    (value) => gasTop + barHeight - (value / AXIS_FULL) * barHeight,
    gasTop + barHeight,
  );
  paint.fillStyle = colours.ink;
  for (const press of driving.presses.brake) bar(paint, press, x, gasTop + barHeight + rowGap);
  for (const timeMs of run.respawnsMs) paint.fillRect(x(timeMs) - 1, 0, 2, gasTop + 2 * barHeight + rowGap);
}

export const inputsHeight = 72;

/** Areas between a value and its base: one rectangle per step. */
function fillSteps(
  paint: CanvasRenderingContext2D,
  { timesMs, values }: Steps,
  endMs: number,
  x: (timeMs: number) => number,
  y: (value: number) => number,
  base: number,
): void {
  for (let i = 0; i < timesMs.length; i++) {
    const value = values[i] ?? 0;
    if (value === 0) continue;
    const from = x(timesMs[i] ?? 0);
    const to = x(timesMs[i + 1] ?? endMs);
    paint.fillRect(from, Math.min(base, y(value)), Math.max(0.5, to - from), Math.abs(y(value) - base));
  }
}

function bar(
  paint: CanvasRenderingContext2D,
  { fromMs, toMs }: Press,
  x: (timeMs: number) => number,
  top: number,
): void {
  paint.fillRect(x(fromMs), top, Math.max(0.5, x(toMs) - x(fromMs)), barHeight);
}
