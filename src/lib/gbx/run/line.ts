import { type GhostRecord, readUnpackedTable, type SampleTable } from '../read/ghost-record.ts';
import { LIMITS } from '../read/limits.ts';
import { Reader } from '../read/reader.ts';
import { Fault, type Refusal, refusable } from '../read/refusal.ts';
import type { Line } from './driven-line.ts';
import { layoutOf, readSample } from './sample-layout.ts';

/** A decoded line; null for an empty record. */
export type LineRead =
  | { readonly ok: true; readonly line: Line | null }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Unpacks a zlib stream. Implementations stop with an error when the result exceeds `unpackedBytes`, which is at most
 * `LIMITS.samplesBytes`; browsers and servers have different ones.
 */
export type Inflate = (packed: Uint8Array, unpackedBytes: number) => Promise<Uint8Array>;

/** Decodes the movement of a ghost. Returns a refusal if it is damaged; never throws for the contents of a file. */
export async function readLine(record: GhostRecord, inflate: Inflate): Promise<LineRead> {
  if (!record.compressed) return readTableLine(record.table);
  if (record.unpackedBytes > LIMITS.samplesBytes) return refusedLine(new Fault('over-limit'));
  let unpacked: Uint8Array;
  try {
    unpacked = await inflate(record.packed, record.unpackedBytes);
  } catch {
    return refusedLine(new Fault('damaged-body')); // any error of zlib means that its stream is invalid
  }
  return readUnpackedLine(unpacked, record.unpackedBytes);
}

/** Decodes the movement of a game before TMU. */
export const readTableLine = (table: SampleTable): LineRead => lineOrRefusal(() => table);

/** Decodes the unpacked bytes of a compressed record, whose size must be as stated. */
export function readUnpackedLine(unpacked: Uint8Array, statedBytes: number): LineRead {
  if (unpacked.length !== statedBytes) return refusedLine(new Fault('damaged-body'));
  return lineOrRefusal(() => {
    const r = new Reader(unpacked, 'damaged-body');
    const table = readUnpackedTable(r);
    // Later versions have one more number here; the old games end exactly.
    if (table !== null && r.left !== 0) throw r.fault();
    return table;
  });
}

const refusedLine = ({ refusal }: Fault): LineRead => ({ ok: false, refusal });

function lineOrRefusal(table: () => SampleTable | null): LineRead {
  const read = refusable(() => {
    const found = table();
    return found === null || found.count === 0 ? null : lineOf(found);
  });
  return read.ok ? { ok: true, line: read.value } : read;
}

function lineOf(table: SampleTable): Line {
  const { version, count, states } = table;
  const layout = layoutOf(version);
  if (layout === null || count * layout.bytes !== states.length) throw new Fault('damaged-body');
  const numbers = (each: number) => new Float32Array(each * count);
  const line = {
    version,
    count,
    timesMs: timesOf(table),
    positions: numbers(3),
    velocities: numbers(3),
    rotations: numbers(4),
    forwardSpeeds: numbers(1),
    rpms: numbers(1),
    steer: layout.controlsAt === null ? null : numbers(1),
    gas: layout.controlsAt === null ? null : numbers(1),
    brake: layout.controlsAt === null ? null : numbers(1),
    wheels: layout.wheelsAt === null ? null : new Uint8Array(count),
  };
  const view = new DataView(states.buffer, states.byteOffset, states.byteLength);
  for (let i = 0; i < count; i++) readSample(view, i * layout.bytes, layout, line, i);
  for (let i = 0; i < 3 * count; i++) {
    if (!(Math.abs(line.positions[i] ?? 0) <= LIMITS.coordinate)) throw new Fault('damaged-body');
    if (!(Math.abs(line.velocities[i] ?? 0) <= LIMITS.speed)) throw new Fault('damaged-body');
  }
  return line;
}

function timesOf({ count, periodMs, stepsMs }: SampleTable): Int32Array {
  const times = new Int32Array(count);
  if (periodMs > LIMITS.samplePeriodMs || (stepsMs === null && periodMs === 0))
    throw new Fault('damaged-body');
  if (stepsMs !== null && stepsMs.length < count - 1) throw new Fault('damaged-body');
  let timeMs = 0;
  for (let i = 0; i < count; i++) {
    times[i] = timeMs;
    const stepMs = stepsMs === null ? periodMs : (stepsMs[i] ?? periodMs);
    if (stepMs < 0 || stepMs > LIMITS.samplePeriodMs) throw new Fault('damaged-body');
    timeMs += stepMs;
  }
  return times;
}
