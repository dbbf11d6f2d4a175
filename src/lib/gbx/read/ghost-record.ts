import { LIMITS } from './limits.ts';
import type { Reader } from './reader.ts';

/** The samples of a run as the game stores them: `count` records of one size in `states`. Decoded by `lineOf`. */
export type SampleTable = {
  readonly version: number;
  readonly count: number;
  readonly periodMs: number;
  /** Time from each sample to the next if they are not `periodMs` apart; null otherwise. */
  readonly stepsMs: readonly number[] | null;
  readonly states: Uint8Array;
};

/** The movement of the car: a zlib stream in TMU and TMF, a plain table before. */
export type GhostRecord =
  | { readonly compressed: true; readonly unpackedBytes: number; readonly packed: Uint8Array }
  | { readonly compressed: false; readonly table: SampleTable };

/** Reads the table of TM 1.0 to TMN ESWC (ghost chunk 0303F003). Throws a Fault. */
export function readPlainRecord(r: Reader): GhostRecord {
  const states = r.take(r.u32());
  const count = r.count(4, 'ghost samples', LIMITS.samples);
  const size = count === 0 ? 0 : states.length / count;
  for (let i = 0; i < count; i++) if (r.u32() !== i * size) throw r.fault();
  const steps = readSteps(r);
  const fixed = r.u32() !== 0;
  const periodMs = r.u32();
  return {
    compressed: false,
    table: { version: r.i32(), count, periodMs, stepsMs: fixed ? null : steps, states },
  };
}

/** Reads the compressed record of TMU and TMF (ghost chunk 0303F005). Throws a Fault. */
export function readPackedRecord(r: Reader): GhostRecord {
  const unpackedBytes = r.u32();
  return { compressed: true, unpackedBytes, packed: r.take(r.u32()) };
}

/** The class of an empty record. */
const NOTHING = 0xffff_ffff;

/** Reads the unpacked bytes of a compressed record; null if the record is empty. Throws a Fault. */
export function readUnpackedTable(r: Reader): SampleTable | null {
  if (r.u32() === NOTHING) return null; // class of the recorded object
  const fixed = r.u32() !== 0;
  r.u32();
  const periodMs = r.u32();
  const version = r.i32();
  const states = r.take(r.u32());
  const count = r.u32();
  if (count > LIMITS.samples) throw r.fault();
  if (count > 0 && r.u32() !== 0) throw r.fault(); // offset of the first sample
  if (count > 1) assertOneSize(r, count, states.length / count);
  const stepsMs = fixed ? null : readSteps(r);
  return { version, count, periodMs, stepsMs, states };
}

const SIZES_FOLLOW = -1;

/** One size for all samples, or the size of each but the last. */
function assertOneSize(r: Reader, count: number, size: number): void {
  const stated = r.i32();
  if (stated !== SIZES_FOLLOW) {
    if (stated !== size) throw r.fault();
    return;
  }
  for (let i = 1; i < count; i++) if (r.i32() !== size) throw r.fault();
}

const readSteps = (r: Reader): number[] =>
  Array.from({ length: r.count(4, 'ghost samples', LIMITS.samples) }, () => r.i32());
