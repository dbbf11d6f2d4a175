import { LIMITS } from './limits.ts';
import type { Reader } from './reader.ts';

/** The recorded inputs of a run, as far as they are used. */
export type Inputs = {
  /** Length of the recording in ms. */
  readonly eventsMs: number;
  readonly count: number;
  /** The controls in use, e.g. 'Accelerate', 'Steer'. */
  readonly names: readonly string[];
  /** When the race begins on the clock of the inputs, in ms; null if there is no such event. 0 in the game itself. */
  readonly raceStartsAtMs: number | null;
};

/** Input times are stored with this offset, so that the countdown needs no sign. */
const CLOCK_OFFSET_MS = 100_000;
/** Time u32, index of the control u8, value u32. */
const EVENT_BYTES = 9;

/**
 * Inputs of TMO and later (replay chunk 00D, ghost chunks 011 and 019); null if none were recorded.
 * Layout: FORMAT.md. Throws a Fault.
 */
export function readInputs(r: Reader): Inputs | null {
  const eventsMs = r.u32();
  if (eventsMs === 0) return null;
  r.u32();
  // At least 4 bytes: a known name is stored as an index.
  const names = Array.from({ length: r.count(4, 'controls', LIMITS.inputNames) }, () => r.id());
  const count = r.count(EVENT_BYTES, 'inputs', LIMITS.inputs);
  r.u32();
  const start = names.indexOf('_FakeIsRaceRunning');
  let raceStartsAtMs: number | null = null;
  for (let i = 0; i < count; i++) {
    const time = r.u32() - CLOCK_OFFSET_MS;
    const control = r.u8();
    if (control >= names.length) throw r.fault();
    const value = r.u32();
    if (control === start && value !== 0) raceStartsAtMs ??= time;
  }
  return { eventsMs, count, names, raceStartsAtMs };
}

/** Inputs of TM 1.0, Power Up and early TMS (replay chunk 003): names with two numbers each, events of 12 bytes. */
export function readOldInputs(r: Reader): Inputs | null {
  const eventsMs = r.u32();
  if (eventsMs === 0) return null;
  r.u32();
  const names = Array.from({ length: r.count(12, 'controls', LIMITS.inputNames) }, () => {
    r.skip(8);
    return r.string(LIMITS.nameBytes);
  });
  // The count is one too high: there is no data for the last one.
  const count = Math.max(0, r.count(0, 'inputs', LIMITS.inputs) - 1);
  r.skip(12 * count);
  r.u32();
  return { eventsMs, count, names, raceStartsAtMs: null };
}
