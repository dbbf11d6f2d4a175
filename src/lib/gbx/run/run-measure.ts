import { withoutTrailing } from '#lib/codes/text.ts';
import type { Ghost } from '../read/ghost.ts';
import type { Inputs } from '../read/inputs.ts';
import type { Replay } from '../read/replay.ts';
import type { Line } from './driven-line.ts';
import { AXIS_FULL, decodeInputs, entriesFrom, type InputEvents } from './input-events.ts';
import { type InputFigures, inputFigures } from './input-figures.ts';
import { type Device, type Driving, drivingOf, valueAt } from './input-steps.ts';

/**
 * The version of everything in `RunMeasurement` and `runChanges`. Increase it with any change of their meaning: stored
 * measurements of another version are repeated.
 */
export const MEASUREMENT_VERSION = 1;

/** A device, or a run that was steered with keys and with a stick. */
export type DeviceClass = Device | 'mixed';

/** What the inputs of one run show. Measurements only: they do not show how the run was made. */
export type RunMeasurement = {
  readonly deviceClass: DeviceClass;
  /** The clock on which the game stores inputs. */
  readonly clockMs: 1 | 10;
  readonly figures: InputFigures;
  /** Steering positions by their remainder after division by the distance of positions of their side; null without one. */
  readonly remainders: readonly number[] | null;
  readonly marks: ToolMarks;
  /** Null without movement, or in games that do not store the controls with it. */
  readonly agreement: ControlAgreement | null;
  /** Respawns as the file counts them; null in games that do not. */
  readonly respawns: number | null;
  /** When the inputs say that the finish was reached; null in games without such an entry. */
  readonly finishMs: number | null;
  readonly timeMs: number | null;
  /** Fewer than all changes can be compared with other runs. */
  readonly comparedChanges: number;
  readonly changes: number;
};

type ToolMarks = {
  readonly isClockShifted: boolean;
  readonly endsInSpace: boolean;
  /** The data of the Competition Patch and the lengths that fit the number of inputs; null without the patch. */
  readonly patch: { readonly bytes: number; readonly fitting: readonly number[] } | null;
};

/** Samples of the movement whose controls are those of the inputs. */
type ControlAgreement = {
  readonly samples: number;
  readonly steer: number;
  readonly gas: number;
  readonly brake: number;
};

/** The inputs of the first run, wherever its game stores them; null if there are none. */
const inputsOf = ({ ghosts, inputs }: Replay): Inputs | null => ghosts[0]?.inputs ?? inputs;

/** Measures the first run of a replay; null without inputs. `line` is its movement, if the file contains one. */
export function measureRun(
  replay: Replay,
  line: Line | null,
): { run: RunMeasurement; changes: Uint8Array } | null {
  const inputs = inputsOf(replay);
  if (inputs === null || inputs.count === 0) return null;
  const [ghost] = replay.ghosts;
  const events = decodeInputs(inputs);
  const driving = drivingOf(events);
  const figures = inputFigures(events);
  const changes = runChanges(driving);
  const run: RunMeasurement = {
    deviceClass: isMixed(driving) ? 'mixed' : driving.device,
    clockMs: inputs.raceStartsAtMs === null ? 1 : 10,
    figures,
    remainders: remaindersOf(events, figures),
    marks: marksOf(replay, inputs, ghost),
    agreement: line && agreementOf(driving, line, inputs.layout === 'newest-first' ? 30 : 10),
    respawns: replay.respawns,
    finishMs: events.events.findLast(({ control }) => control === 'finish')?.timeMs ?? null,
    timeMs: replay.bestTimeMs,
    comparedChanges: changes.length / CHANGE_BYTES,
    changes: changeCount(driving),
  };
  return { run, changes };
}

const isMixed = ({ device, presses }: Driving): boolean =>
  device === 'analogue' && presses.left.length + presses.right.length > 0;

const REMAINDER_STEPS = 20;

function remaindersOf({ events }: InputEvents, { ownSteps }: InputFigures): number[] | null {
  if (ownSteps === null || (ownSteps.left === null && ownSteps.right === null)) return null;
  const counts = Array<number>(REMAINDER_STEPS).fill(0);
  for (const { control, value } of events) {
    const step = value < 0 ? ownSteps.left : ownSteps.right;
    if (control !== 'steer' || value === 0 || Math.abs(value) >= AXIS_FULL || step === null) continue;
    const at = Math.floor(((Math.abs(value) % step) / step) * REMAINDER_STEPS);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** The version in front of the patch's own data, which is base64. */
const patchNameLength = 40;
const patchExtraBytes = [0, 16];

function marksOf(
  { exe, shiftedClock, competitionPatch }: Replay,
  inputs: Inputs,
  ghost: Ghost | undefined,
): ToolMarks {
  const whole = ghost?.validation?.exe ?? exe ?? '';
  const entries = entriesFrom(inputs, 0);
  return {
    isClockShifted: shiftedClock,
    endsInSpace: whole.endsWith(' '),
    patch: competitionPatch
      ? {
          bytes: base64Bytes(whole.slice(patchNameLength)),
          fitting: patchExtraBytes.map((extra) => 4 * entries + extra),
        }
      : null,
  };
}

const base64Bytes = (text: string): number => Math.floor((withoutTrailing(text.trim(), '=').length * 3) / 4);

/** A stick pressed further than this accelerates. */
const gasThreshold = 19_661;
/** Samples store the steering in 255 positions. */
const steerTolerance = 1.5 / 127.5;

function agreementOf(driving: Driving, line: Line, delayMs: number): ControlAgreement | null {
  const { steer, gas, brake, timesMs } = line;
  if (steer === null || gas === null || brake === null) return null;
  const same = { samples: 0, steer: 0, gas: 0, brake: 0 };
  for (let i = 0; i < line.count; i++) {
    const timeMs = timesMs[i] ?? 0;
    if (timeMs < delayMs || timeMs > driving.durationMs) continue;
    const at = timeMs - delayMs;
    const steered = valueAt(driving.steer, at) / AXIS_FULL;
    same.samples += 1;
    if (Math.abs((steer[i] ?? 0) - steered) <= steerTolerance) same.steer += 1;
    if ((gas[i] ?? 0) > 0.5 === valueAt(driving.gas, at) > gasThreshold) same.gas += 1;
    if ((brake[i] ?? 0) > 0.5 === valueAt(driving.brake, at) > gasThreshold) same.brake += 1;
  }
  return same.samples === 0 ? null : same;
}

/** Two numbers of 32 bits: the time, and the value with the control in its two lowest bits. */
export const CHANGE_BYTES = 8;
/** Longer runs are compared up to here, which bounds the time and memory. */
export const MOST_CHANGES = 8000;

const changing = (driving: Driving) => [driving.steer, driving.gas, driving.brake];

/** The first of each is what is held at the start: no change. */
const changeCount = (driving: Driving): number =>
  changing(driving).reduce((sum, { timesMs }) => sum + timesMs.length - 1, 0);

/** The changes of steering, gas and brake in order of time, to be compared by `sharedInputs`. */
export function runChanges(driving: Driving): Uint8Array {
  const all = changing(driving).flatMap(({ timesMs, values }, control) =>
    timesMs.slice(1).map((timeMs, i) => ({ timeMs, coded: 4 * Math.round(values[i + 1] ?? 0) + control })),
  );
  all.sort((a, b) => a.timeMs - b.timeMs || a.coded - b.coded);
  const packed = new DataView(new ArrayBuffer(CHANGE_BYTES * Math.min(all.length, MOST_CHANGES)));
  for (const [i, { timeMs, coded }] of all.slice(0, MOST_CHANGES).entries()) {
    packed.setInt32(CHANGE_BYTES * i, timeMs, true);
    packed.setInt32(CHANGE_BYTES * i + 4, coded, true);
  }
  return new Uint8Array(packed.buffer);
}
