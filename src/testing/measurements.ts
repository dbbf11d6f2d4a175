import type { InputFigures } from '#lib/gbx/run/input-figures.ts';
import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';

/** A measured run of a minute by keys in Forever, without anything unusual. */
export const measurement = (
  figures: Partial<InputFigures> = {},
  run: Partial<Omit<RunMeasurement, 'figures'>> = {},
): RunMeasurement => ({
  deviceClass: 'keys',
  clockMs: 10,
  remainders: null,
  marks: { isClockShifted: false, endsInSpace: false, patch: null },
  agreement: { samples: 600, steer: 600, gas: 600, brake: 600 },
  respawns: 0,
  finishMs: 60_000,
  timeMs: 60_000,
  comparedChanges: 120,
  changes: 120,
  ...run,
  figures: {
    durationMs: 60_000,
    device: 'keys',
    entries: 200,
    firstMs: 0,
    lastMs: 60_000,
    changesPerSecond: 2,
    turns: 90,
    busiestTurns: 4,
    busiestAtMs: 12_000,
    quickTurnShare: 0.1,
    pressesPerSecond: 1,
    pressLengths: [0, 0, 0, 0, 0, 30, 30],
    onTickShare: 1,
    ownSteps: null,
    respawns: 0,
    ...figures,
  },
});
