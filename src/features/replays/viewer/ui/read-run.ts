import { drawMap } from '#lib/drawing/map-drawing.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { BLOCK_METRES } from '#lib/gbx/read/block-size.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { type Replay, readReplay } from '#lib/gbx/read/replay.ts';
import { decodeInputs } from '#lib/gbx/run/input-events.ts';
import { type Inflate, readLine } from '#lib/gbx/run/line.ts';
import { sectorTimes } from '#lib/gbx/run/sector-times.ts';
import { type Run, runOf } from '../run.ts';

/** Unpacks a zlib stream with the browser's own decoder, which works outside the thread of the page. */
const inflate: Inflate = async (packed, unpackedBytes) => {
  const source = new Blob([new Uint8Array(packed)]).stream();
  const reader = source.pipeThrough(new DecompressionStream('deflate')).getReader();
  const unpacked = new Uint8Array(unpackedBytes);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return unpacked.subarray(0, length);
    if (length + value.length > unpackedBytes) {
      await reader.cancel();
      throw new RangeError('more than stated');
    }
    unpacked.set(value, length);
    length += value.length;
  }
};

/** A run with what is needed to draw its map, or a sentence why it cannot be viewed. */
export type ReadRun =
  | { readonly ok: true; readonly run: Run; readonly replay: Replay; readonly blockMetres: number }
  | { readonly ok: false; readonly message: string };

/** Decodes the file of a replay: its first ghost. */
export async function readRun(bytes: Uint8Array, driver: string | null): Promise<ReadRun> {
  const read = readReplay(bytes);
  if (!read.ok) return { ok: false, message: read.refusal.message };
  const { replay } = read;
  const [ghost] = replay.ghosts;
  const line = ghost?.record && (await readLine(ghost.record, inflate));
  if (line && !line.ok) return { ok: false, message: line.refusal.message };
  if (!ghost || !line?.line) return { ok: false, message: 'This replay contains no movement of a car.' };
  const inputs = ghost.inputs ?? replay.inputs;
  const timeMs = ghost.timeMs ?? replay.bestTimeMs;
  const run = runOf({
    uid: replay.uid,
    driver: driver ?? (stripGameText(ghost.nickname || replay.nickname) || 'Unknown driver'),
    timeMs,
    checkpointsMs: sectorTimes(ghost.checkpoints, timeMs),
    line: line.line,
    events: inputs && decodeInputs(inputs),
  });
  return { ok: true, run, replay, blockMetres: BLOCK_METRES[replay.environment].width };
}

/** Draws the track inside a replay, for one whose track has no drawing of its own; null if it has none or cannot be drawn. */
export function drawingInside({ map, environment }: Replay): string | null {
  // without header chunks, as in games before TMU, the track cannot be read on its own
  const track = map === null || map.headerless ? null : readChallenge(map.bytes);
  return track?.ok ? drawMap(track.challenge.blocks, environment) : null;
}
