import { createHash } from 'node:crypto';
import type { Replay } from '#lib/gbx/read/replay.ts';
import type { Line } from '#lib/gbx/run/driven-line.ts';
import { measureRun } from '#lib/gbx/run/run-measure.ts';
import { lineOf } from './ghost-line.ts';

/**
 * What identifies a run, however its file is stored and whomever the file names: hashes of its inputs and of its movement. '': too
 * little was driven to tell two runs apart.
 */
export type RunIdentity = { readonly inputs: string; readonly line: string };

/**
 * With fewer changes of steering, gas and brake, two people may drive the same run: on tracks where only the gas is held, everybody
 * does, and the game then moves every car alike. The times of changes are in steps of 10 ms; of all runs that we know to be driven
 * separately, no two share more than 3.3 % of them. The shortest real run, of 4 seconds, has 11.
 */
const fewestChanges = 8;
/** Without inputs, and in games that do not store the steering with the movement, only its length remains: 5 seconds. */
const fewestSamples = 50;

/** Hashes the first run of a replay. Names, logins, compression and the clocks of tools do not matter. */
export function runIdentity(replay: Replay): RunIdentity {
  const record = replay.ghosts[0]?.record ?? null;
  const line = record && lineOf(record);
  const measured = measureRun(replay, null);
  const changes = measured?.run.changes ?? null;
  const { bestTimeMs } = replay;
  const hasInputs = measured !== null && (changes ?? 0) >= fewestChanges;
  return {
    inputs: hasInputs ? hashOf(bestTimeMs, measured.changes) : '',
    line:
      line && (hasInputs || isDistinctive(line, changes))
        ? hashOf(bestTimeMs, drivenOf(line, bestTimeMs))
        : '',
  };
}

/** Judged by the steering in the samples, which remains when a file's inputs are removed. */
function isDistinctive({ steer, count }: Line, changes: number | null): boolean {
  if (steer === null) return changes === null && count >= fewestSamples;
  let turned = 0;
  for (let i = 1; i < count; i++) if (steer[i] !== steer[i - 1]) turned += 1;
  return turned >= fewestChanges;
}

/** The positions up to the finish: games go on recording for a while, which can be cut off. */
function drivenOf({ timesMs, positions }: Line, untilMs: number | null): Uint8Array {
  const after = untilMs === null ? -1 : timesMs.findIndex((timeMs) => timeMs > untilMs);
  const driven = after < 0 ? positions : positions.subarray(0, 3 * after);
  return new Uint8Array(driven.buffer, driven.byteOffset, driven.byteLength);
}

const hashOf = (timeMs: number | null, bytes: Uint8Array): string =>
  createHash('sha256').update(`${timeMs} `).update(bytes).digest('hex');
