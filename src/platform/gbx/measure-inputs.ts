import { inflateSync } from 'node:zlib';
import type { Line } from '#lib/gbx/driven-line.ts';
import type { GhostRecord } from '#lib/gbx/ghost-record.ts';
import { LIMITS } from '#lib/gbx/limits.ts';
import { readTableLine, readUnpackedLine } from '#lib/gbx/line.ts';
import { readReplay } from '#lib/gbx/replay.ts';
import { measureRun } from '#lib/gbx/run-measure.ts';
import type { Answer, MeasuredInputs } from './gbx-reader.ts';

/** Reads a replay and measures its inputs; a movement that cannot be read is left out of the measurement. */
export function measureInputs(bytes: Uint8Array): Answer<{ readonly measured: MeasuredInputs }> {
  const read = readReplay(bytes);
  if (!read.ok) return read;
  const record = read.replay.ghosts[0]?.record ?? null;
  const { run = null, changes = null } = measureRun(read.replay, record && lineOf(record)) ?? {};
  return { ok: true, measured: { game: read.replay.game, run, changes } };
}

function lineOf(record: GhostRecord): Line | null {
  if (!record.compressed) {
    const plain = readTableLine(record.table);
    return plain.ok ? plain.line : null;
  }
  const { packed, unpackedBytes } = record;
  if (unpackedBytes > LIMITS.samplesBytes) return null;
  try {
    const read = readUnpackedLine(inflateSync(packed, { maxOutputLength: unpackedBytes }), unpackedBytes);
    return read.ok ? read.line : null;
  } catch {
    return null; // any error of zlib means that its stream is invalid
  }
}
