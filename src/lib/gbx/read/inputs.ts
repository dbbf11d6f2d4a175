import { LIMITS } from './limits.ts';
import { seek } from './nodes.ts';
import type { Reader } from './reader.ts';
import { refusable } from './refusal.ts';

/** How the entries of a recording are stored: since TMO in order of time, before that newest first. */
type InputLayout = 'ascending' | 'newest-first';

/** The recorded inputs of a run. `entries` is decoded by `decodeInputs`. */
export type Inputs = {
  /** Length of the recording in ms. */
  readonly eventsMs: number;
  readonly count: number;
  /** The controls in use, e.g. 'Accelerate', 'Steer'. */
  readonly names: readonly string[];
  /** When the race begins on the clock of the inputs, in ms; null if there is no such event. 0 in the game itself. */
  readonly raceStartsAtMs: number | null;
  readonly layout: InputLayout;
  /** `count` entries of `ENTRY_BYTES[layout]` bytes. */
  readonly entries: Uint8Array;
};

/** Input times are stored with this offset, so that the countdown needs no sign. */
export const CLOCK_OFFSETS_MS = { ascending: 100_000, 'newest-first': 10_000 } as const;
/** Time u32, then control u8 and value u32, or both as u32. */
export const ENTRY_BYTES = { ascending: 9, 'newest-first': 12 } as const;

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
  const count = r.count(ENTRY_BYTES.ascending, 'inputs', LIMITS.inputs);
  r.u32();
  const start = names.indexOf('_FakeIsRaceRunning');
  let raceStartsAtMs: number | null = null;
  const from = r.pos;
  for (let i = 0; i < count; i++) {
    const time = r.u32() - CLOCK_OFFSETS_MS.ascending;
    const control = r.u8();
    if (control >= names.length) throw r.fault();
    const value = r.u32();
    if (control === start && value !== 0) raceStartsAtMs ??= time;
  }
  r.pos = from;
  const entries = r.take(ENTRY_BYTES.ascending * count);
  return { eventsMs, count, names, raceStartsAtMs, layout: 'ascending', entries };
}

/** Inputs of TM 1.0, Power Up and early TMS (replay chunk 003): names with two numbers each, newest entries first. */
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
  const entries = r.take(ENTRY_BYTES['newest-first'] * count);
  r.u32();
  return { eventsMs, count, names, raceStartsAtMs: null, layout: 'newest-first', entries };
}

/** Real files have the number of a chunk once or twice in data that is not a chunk. */
const maxTries = 16;
const maxControls = 32;

/**
 * After a STOP: finds the inputs of TMO to TMN ESWC by the bytes of their chunk id, or returns null. They are recognised by
 * the `following` chunk that begins exactly after them.
 */
export function findInputs(r: Reader, id: number, following: number): Inputs | null {
  for (let tries = 0; tries < maxTries && seek(r, id); tries++) {
    r.skip(4);
    const at = r.pos;
    const controls = r.peekU32(8);
    if (r.peekU32(0) !== 0 && r.peekU32(4) === 0 && controls !== null && controls <= maxControls) {
      const found = tryInputs(r, following);
      if (found !== null) return found;
    }
    r.pos = at;
  }
  return null;
}

function tryInputs(r: Reader, following: number): Inputs | null {
  const whole = r.within(r.left);
  const read = refusable(() => readInputs(whole)); // refused: not the inputs after all
  return read.ok && whole.peekU32() === following ? read.value : null;
}
