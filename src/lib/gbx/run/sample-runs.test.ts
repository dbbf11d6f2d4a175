import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BLOCK_METRES } from '../read/block-size.ts';
import { readChallenge } from '../read/challenge.ts';
import type { Ghost } from '../read/ghost.ts';
import { type Replay, readReplay } from '../read/replay.ts';
import { SAMPLE_FILES } from '../tools/gbx-bench.ts';
import type { Line } from './driven-line.ts';
import { type Control, decodeInputs } from './input-events.ts';
import { inputFigures } from './input-figures.ts';
import { readLine } from './line.ts';

// Real files next to the project, with values that an independent reader found in them.
const folder = join(SAMPLE_FILES, 'replays');
const present = existsSync(folder);
const note = present ? '' : ' (skipped: no sample files)';
const files = present ? readdirSync(folder) : ['none'];

function replayOf(file: string): Replay {
  const read = readReplay(readFileSync(join(folder, file)));
  if (!read.ok) throw new Error(read.refusal.message);
  return read.replay;
}

async function lineOf({ record }: Ghost): Promise<Line> {
  const inflate = async (packed: Uint8Array, most: number) => inflateSync(packed, { maxOutputLength: most });
  const read = record === null ? null : await readLine(record, inflate);
  if (!read?.ok || read.line === null) throw new Error('no line');
  return read.line;
}

/** Entries, first, last; keys down left, right, or stick moves; accelerate, brake; respawns; changes; turns, busiest; steps. */
type Row = readonly [
  file: string,
  entries: number,
  first: number,
  last: number,
  steering: readonly [left: number, right: number] | number,
  pedals: readonly [number, number],
  respawns: number,
  changes: number,
  turns: number,
  busiest: number,
  step: number | null,
];
const rows: readonly Row[] = [
  ['RaceA1', 111, 0, 20_122, [30, 25], [1, 0], 0, 5.38, 103, 12, null],
  ['Bench-25c9', 213, -630, 56_176, [63, 34], [10, 0], 0, 3.44, 173, 12, null],
  ["TrickyTrack(00'34''11)", 164, -1386, 34_079, [53, 19], [6, 5], 0, 4.13, 121, 11, null],
  ["I-8(00'22''24)", 82, -2544, 21_209, [15, 17], [3, 6], 0, 2.7, 42, 7, null],
  ['G-6(005373)', 1629, 10, 49_946, 1596, [7, 10], 0, 29.61, 93, 6, 519],
  ["StadiumA3(00'09''69)", 33, 10, 7971, [8, 7], [1, 1], 0, 3.1, 24, 6, null],
  ["SnowB5(00'20''81)", 613, -190, 19_696, 612, [1, 0], 0, 26.62, 50, 9, 748],
  ['StuntB4_[big', 131, 0, 53_280, [8, 53], [1, 2], 1, 2.29, 105, 9, null],
  ['StadiumD4_acer', 1210, 0, 51_820, 1169, [8, 11], 0, 22.56, 107, 8, 238],
  ['StarBayC3 01', 56, 0, 18_890, [14, 7], [2, 4], 0, 2.22, 32, 9, null],
  ['TMN Race G-6_caTAS', 994, -2598, 53_790, 958, [8, 9], 0, 17.81, 107, 11, null],
];

describe(`inputs of real files have the known values${note}`, () => {
  test.skipIf(!present).each(rows.map((row) => ({ name: row[0], row })))('$name', ({ row }) => {
    const [start, entries, first, last, steering, pedals, respawns, changes, turns, busiest, step] = row;
    const replay = replayOf(files.find((file) => file.startsWith(start)) ?? start);
    const inputs = replay.ghosts[0]?.inputs ?? replay.inputs;
    if (!inputs) throw new Error('no inputs');
    const decoded = decodeInputs(inputs);
    const down = (...controls: Control[]) =>
      controls.map(
        (wanted) => decoded.events.filter(({ control, value }) => control === wanted && value !== 0).length,
      );
    const moves = decoded.events.filter(({ control }) => control === 'steer').length;
    const found = inputFigures(decoded);
    expect([inputs.count, found.firstMs, found.lastMs]).toEqual([entries, first, last]);
    expect(typeof steering === 'number' ? moves : down('left', 'right')).toEqual(steering);
    expect(down('accelerate', 'brake')).toEqual(pedals);
    expect(found.respawns).toBe(respawns);
    expect(found.changesPerSecond).toBeCloseTo(changes, 1);
    expect([found.turns, found.busiestTurns]).toEqual([turns, busiest]);
    if (step !== null) expect(found.ownSteps?.right).toBeCloseTo(step, -0.3);
    if (step !== null) expect(found.ownSteps?.share).toBe(1);
    if (start.startsWith('TMN Race')) expect(found.ownSteps?.share).toBeCloseTo(0.85, 2);
  });
});

describe(`movements of real files fit their tracks${note}`, () => {
  test.skipIf(!present).each(files)('%s', async (file) => {
    const replay = replayOf(file);
    for (const ghost of replay.ghosts) {
      const line = await lineOf(ghost);
      expectSteadyMotion(line);
      const last = line.timesMs.at(-1) ?? 0;
      if (ghost.timeMs !== null) expect(last).toBeGreaterThan(ghost.timeMs - 100);
      if (replay.map && !replay.map.headerless) expectOnBlocks(replay, ghost, line);
    }
  });
});

/** The stored speed is that of the positions. */
function expectSteadyMotion(line: Line): void {
  const errors: number[] = [];
  for (let i = 1; i + 1 < line.count; i++) {
    const between = (from: number, to: number) =>
      Math.hypot(...[0, 1, 2].map((axis) => at(line.positions, to, axis) - at(line.positions, from, axis)));
    const speed = Math.hypot(...[0, 1, 2].map((axis) => at(line.velocities, i, axis)));
    errors.push(Math.abs(between(i - 1, i + 1) * 5 - speed));
  }
  expect(errors.sort((a, b) => a - b)[errors.length >> 1]).toBeLessThan(0.25);
}

const at = (vectors: Float32Array, i: number, axis: number) => vectors[3 * i + axis] ?? 0;

/** It starts in a start block, and is on a checkpoint or finish when it passes one. */
function expectOnBlocks({ map, environment }: Replay, ghost: Ghost, line: Line): void {
  const track = map && readChallenge(map.bytes);
  if (!track?.ok) throw new Error('the track inside cannot be read');
  const { width } = BLOCK_METRES[environment];
  const near = (at: number, name: RegExp) =>
    track.challenge.blocks.some(
      (block) =>
        name.test(block.name) &&
        Math.abs((block.x + 0.5) * width - (line.positions[3 * at] ?? 0)) <= 1.6 * width &&
        Math.abs((block.z + 0.5) * width - (line.positions[3 * at + 2] ?? 0)) <= 1.6 * width,
    );
  expect(near(0, /Start|Multi/i)).toBe(true);
  const passed = ghost.checkpoints.filter(({ timeMs }) => timeMs !== null);
  const found = passed.filter(({ timeMs }) =>
    near(Math.min(line.count - 1, Math.round((timeMs ?? 0) / 100)), /Check|Finish|Multi/i),
  );
  expect(found.length).toBe(passed.length);
}
