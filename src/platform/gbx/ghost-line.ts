import { inflateSync } from 'node:zlib';
import type { GhostRecord } from '#lib/gbx/read/ghost-record.ts';
import { LIMITS } from '#lib/gbx/read/limits.ts';
import type { Line } from '#lib/gbx/run/driven-line.ts';
import { readTableLine, readUnpackedLine } from '#lib/gbx/run/line.ts';

/** The driven line of a ghost; null if it is empty or cannot be read. */
export function lineOf(record: GhostRecord): Line | null {
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
