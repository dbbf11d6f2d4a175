import { parentPort } from 'node:worker_threads';
import { drawTrack, trackSolid } from './draw-map.ts';
import { comparePacked, unpackRuns } from './packed-runs.ts';
import { type ReadAnswer, type ReadRequest, ready } from './protocol.ts';
import {
  measureInputs,
  readChallengeFacts,
  readCheckpointTimes,
  readReplayFacts,
  readShortLine,
} from './read-facts.ts';
import { readRunOnTrack } from './run-on-track.ts';

/** Draws the first of two packed files. */
function drawPacked(packed: Uint8Array) {
  const [track = new Uint8Array(), replay = new Uint8Array()] = unpackRuns(packed);
  return drawTrack(track, replay);
}

/** Builds the solid of the first of two packed pieces; the second is its fit. */
function solidPacked(packed: Uint8Array) {
  const [track = new Uint8Array(), fit = new Uint8Array()] = unpackRuns(packed);
  return trackSolid(track, [...new Int32Array(fit.slice().buffer)]);
}

const readers = {
  challenge: readChallengeFacts,
  replay: readReplayFacts,
  checkpoints: readCheckpointTimes,
  drawing: drawPacked,
  solid: solidPacked,
  inputs: measureInputs,
  line: readShortLine,
  'shared-inputs': comparePacked,
  'run-on-track': readRunOnTrack,
};

if (!parentPort) throw new Error('This file is a worker thread of platform/gbx/pool.ts.');
const port = parentPort;

port.on('message', ({ kind, bytes }: ReadRequest) => {
  let answer: ReadAnswer<unknown>;
  try {
    answer = { result: readers[kind](bytes) };
  } catch (error) {
    answer = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  port.postMessage(answer);
});
port.postMessage(ready);
