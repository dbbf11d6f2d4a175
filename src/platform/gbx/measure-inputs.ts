import { readReplay } from '#lib/gbx/read/replay.ts';
import { measureRun } from '#lib/gbx/run/run-measure.ts';
import type { Answer, MeasuredInputs } from './gbx-reader.ts';
import { lineOf } from './ghost-line.ts';

/** Reads a replay and measures its inputs; a movement that cannot be read is left out of the measurement. */
export function measureInputs(bytes: Uint8Array): Answer<{ readonly measured: MeasuredInputs }> {
  const read = readReplay(bytes);
  if (!read.ok) return read;
  const record = read.replay.ghosts[0]?.record ?? null;
  const { run = null, changes = null } = measureRun(read.replay, record && lineOf(record)) ?? {};
  return { ok: true, measured: { game: read.replay.game, run, changes } };
}
