import type { Control, InputEvents } from './input-events.ts';
import { type Device, type Driving, drivingOf, KEYS } from './input-steps.ts';
import { type OwnSteps, ownSteps } from './own-steps.ts';

/** Measurements of the inputs of a run. They describe it; they do not show how it was made. */
export type InputFigures = {
  readonly durationMs: number;
  readonly device: Device;
  readonly entries: number;
  /** Time of the first and of the last entry. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  readonly changesPerSecond: number;
  readonly turns: number;
  /** The most turns within a second, and when that second starts. */
  readonly busiestTurns: number;
  readonly busiestAtMs: number | null;
  /** Share of turns that follow the one before within 50 ms. */
  readonly quickTurnShare: number | null;
  /** Of all keys; per second of the race. */
  readonly pressesPerSecond: number;
  /** Presses by length in steps of 10 ms; the last entry is for 300 ms and longer. */
  readonly pressLengths: readonly number[];
  /** Share of entries for steering, gas and brake that are on a multiple of 10 ms. */
  readonly onTickShare: number | null;
  /** The positions of a stick; null for other devices. */
  readonly ownSteps: OwnSteps | null;
  readonly respawns: number;
};

/** Five per cent of the range: less is noise of a stick, not a turn. */
const turnSize = 6554;
const quickMs = 50;
const secondMs = 1000;
/** TMF stores these on its clock of 10 ms. */
const isTimed: ReadonlySet<Control> = new Set([...KEYS, 'steer', 'gas']);
export const PRESS_STEP_MS = 10;
export const PRESS_STEPS = 31;

/** Measures the inputs of a run. Takes time in proportion to the number of entries. */
export function inputFigures(events: InputEvents): InputFigures {
  const driving = drivingOf(events);
  const seconds = Math.max(driving.durationMs, 1) / secondMs;
  const turns = turnsOf(driving);
  const busiest = busiestSecond(turns);
  const presses = KEYS.flatMap((key) => driving.presses[key]);
  const timed = events.events.filter(({ control }) => isTimed.has(control));
  return {
    durationMs: driving.durationMs,
    device: driving.device,
    entries: events.events.length,
    firstMs: events.events[0]?.timeMs ?? null,
    lastMs: events.events.at(-1)?.timeMs ?? null,
    changesPerSecond: (driving.steer.timesMs.length - 1) / seconds,
    turns: turns.length,
    busiestTurns: busiest.count,
    busiestAtMs: busiest.atMs,
    quickTurnShare: turns.length < 2 ? null : quickShare(turns),
    pressesPerSecond: presses.length / seconds,
    pressLengths: histogram(presses.map(({ fromMs, toMs }) => toMs - fromMs)),
    onTickShare:
      timed.length === 0 ? null : timed.filter(({ timeMs }) => timeMs % 10 === 0).length / timed.length,
    ownSteps: driving.device === 'analogue' ? ownSteps(events.events) : null,
    respawns: driving.respawnsMs.length,
  };
}

/**
 * Times at which the steering turned round: extremes from which it came back by at least `turnSize`. It starts in the middle,
 * and the first move away from there is no turn.
 */
export function turnsOf({ steer }: Pick<Driving, 'steer'>): number[] {
  const turns: number[] = [];
  let direction = 0;
  let extreme = 0;
  let extremeAtMs = 0;
  for (let i = 1; i < steer.values.length; i++) {
    const value = steer.values[i] ?? 0;
    const timeMs = steer.timesMs[i] ?? 0;
    const back = direction === 0 ? Math.abs(value - extreme) : direction * (extreme - value);
    if (direction * (value - extreme) > 0) {
      extreme = value;
      extremeAtMs = timeMs;
    } else if (back >= turnSize) {
      if (direction !== 0) turns.push(extremeAtMs);
      direction = Math.sign(value - extreme);
      extreme = value;
      extremeAtMs = timeMs;
    }
  }
  return turns;
}

function busiestSecond(timesMs: readonly number[]): { count: number; atMs: number | null } {
  let best = { count: 0, atMs: null as number | null };
  let from = 0;
  for (let i = 0; i < timesMs.length; i++) {
    while ((timesMs[i] ?? 0) - (timesMs[from] ?? 0) >= secondMs) from++;
    if (i - from + 1 > best.count) best = { count: i - from + 1, atMs: timesMs[from] ?? null };
  }
  return best;
}

const quickShare = (timesMs: readonly number[]): number =>
  timesMs.filter((timeMs, i) => i > 0 && timeMs - (timesMs[i - 1] ?? 0) <= quickMs).length /
  (timesMs.length - 1);

function histogram(lengthsMs: readonly number[]): number[] {
  const counts = Array<number>(PRESS_STEPS).fill(0);
  for (const lengthMs of lengthsMs) {
    const step = Math.min(PRESS_STEPS - 1, Math.floor(lengthMs / PRESS_STEP_MS));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}
