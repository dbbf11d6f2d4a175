import { PRESS_STEP_MS, PRESS_STEPS } from '#lib/gbx/run/input-figures.ts';
import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';

export const stripSize = { width: 320, height: 30, margin: 8 } as const;

/** Values on a line: each at its place between the lowest and the highest of all. */
export interface Strip {
  readonly own: number;
  readonly others: readonly number[];
  /** other runs of the same driver */
  readonly sameDriver: readonly number[];
}

const round = (value: number) => Math.round(value * 10) / 10;

export function stripOf(own: number, others: readonly number[], sameDriver: readonly number[]): Strip {
  const all = [own, ...others, ...sameDriver];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const { width, margin } = stripSize;
  const at = (value: number) =>
    low === high ? width / 2 : round(margin + ((value - low) / (high - low)) * (width - 2 * margin));
  return { own: at(own), others: others.map(at), sameDriver: sameDriver.map(at) };
}

/** Shares of presses by length: of a run, and on average of those it is compared with. */
export interface PressLengths {
  readonly presses: number;
  readonly rows: readonly { readonly label: string; readonly own: number; readonly others: number | null }[];
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Null without presses. */
export function pressLengths(run: RunMeasurement, others: readonly RunMeasurement[]): PressLengths | null {
  const presses = sum(run.figures.pressLengths);
  if (presses === 0) return null;
  const pressing = others.map(({ figures }) => figures.pressLengths).filter((counts) => sum(counts) > 0);
  return {
    presses,
    rows: Array.from({ length: PRESS_STEPS }, (_, step) => ({
      label:
        step === PRESS_STEPS - 1
          ? `${step * PRESS_STEP_MS} ms and longer`
          : `${step * PRESS_STEP_MS} to ${(step + 1) * PRESS_STEP_MS - 1} ms`,
      own: (run.figures.pressLengths[step] ?? 0) / presses,
      others:
        pressing.length === 0
          ? null
          : sum(pressing.map((counts) => (counts[step] ?? 0) / sum(counts))) / pressing.length,
    })),
  };
}
