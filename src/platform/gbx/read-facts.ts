import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { readReplay } from '#lib/gbx/read/replay.ts';
import { replayFacts } from '#lib/gbx/read/replay-facts.ts';
import { measureRun } from '#lib/gbx/run/run-measure.ts';
import { sectorTimes } from '#lib/gbx/run/sector-times.ts';
import { shortLine } from '#lib/gbx/run/short-line.ts';
import type { Answer, MeasuredInputs, ReadRun, ReadTrack } from './gbx-reader.ts';
import { lineOf } from './ghost-line.ts';
import { blocksHash } from './placed-blocks.ts';
import { runIdentity } from './run-identity.ts';
import { trackOddities } from './track-oddities.ts';

/** Reads a track and returns its facts without its blocks. */
export function readChallengeFacts(bytes: Uint8Array): Answer<ReadTrack> {
  const read = readChallenge(bytes);
  if (!read.ok) return read;
  const { blocks, ...challenge } = read.challenge;
  return { ok: true, challenge, blocksHash: blocksHash(blocks), oddities: trackOddities(read.challenge) };
}

/** Reads a replay and returns its facts without movements, inputs and the track inside. */
export function readReplayFacts(bytes: Uint8Array): Answer<ReadRun> {
  const read = readReplay(bytes);
  if (!read.ok) return read;
  return { ok: true, replay: replayFacts(read.replay), identity: runIdentity(read.replay) };
}

/** More than any real run has. Such a list is not sent between threads. */
const maxCheckpoints = 1000;

/** Reads when the first run of a replay ends its sectors: nothing if there are too many. */
export function readCheckpointTimes(bytes: Uint8Array): Answer<{ readonly timesMs: readonly number[] }> {
  const read = readReplay(bytes);
  if (!read.ok) return read;
  const [ghost] = read.replay.ghosts;
  if (!ghost || ghost.checkpoints.length > maxCheckpoints) return { ok: true, timesMs: [] };
  return { ok: true, timesMs: sectorTimes(ghost.checkpoints, ghost.timeMs ?? read.replay.bestTimeMs) };
}

/** Reads a replay and measures its inputs; a movement that cannot be read is left out of the measurement. */
export function measureInputs(bytes: Uint8Array): Answer<{ readonly measured: MeasuredInputs }> {
  const read = readReplay(bytes);
  if (!read.ok) return read;
  const record = read.replay.ghosts[0]?.record ?? null;
  const { run = null, changes = null } = measureRun(read.replay, record && lineOf(record)) ?? {};
  return { ok: true, measured: { game: read.replay.game, run, changes } };
}

/** Reads a replay and returns the line of its first run in few points (lib/gbx/run/short-line.ts); empty without movement. */
export function readShortLine(bytes: Uint8Array): Answer<{ readonly points: readonly number[] }> {
  const read = readReplay(bytes);
  if (!read.ok) return read;
  const [ghost] = read.replay.ghosts;
  const line = ghost?.record && lineOf(ghost.record);
  return { ok: true, points: line ? shortLine(line, ghost.timeMs) : [] };
}
