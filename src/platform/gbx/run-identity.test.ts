import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readReplay } from '#lib/gbx/read/replay.ts';
import type { InputEvent } from '#lib/gbx/run/input-events.ts';
import { SAMPLE_FILES } from '#lib/gbx/tools/gbx-bench.ts';
import type { GhostSpec } from '#lib/gbx/tools/replay-spec.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeReplay } from '#lib/gbx/tools/writer.ts';
import { replaySpec } from '#testing/replays.ts';
import { uncompressed } from '#testing/stored-otherwise.ts';
import { runIdentity } from './run-identity.ts';

function identityOf(file: Uint8Array) {
  const read = readReplay(file);
  if (!read.ok) throw new Error(read.refusal.message);
  return runIdentity(read.replay);
}

const uid = 'Identity_of_a_run_123';
const written = (ghost: GhostSpec, nickname = 'one') =>
  writeReplay(replaySpec({ uid, nickname, bestTimeMs: ghost.timeMs, ghosts: [ghost] }));
const run = sampleRun({
  blocks: sampleBlocks({ environment: 'Stadium', seed: 7 }),
  environment: 'Stadium',
  seed: 7,
});

test('compression and nickname do not matter', () => {
  const own = identityOf(written(run));
  expect(own).toEqual({
    inputs: expect.stringMatching(/^[0-9a-f]{64}$/),
    line: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(identityOf(uncompressed(written(run)))).toEqual(own);
  expect(identityOf(written(run, 'another'))).toEqual(own);
});

test('without its inputs a run keeps its movement, without its movement its inputs', () => {
  const own = identityOf(written(run));
  expect(identityOf(written({ ...run, inputs: [] }))).toEqual({ inputs: '', line: own.line });
  expect(identityOf(written({ ...run, samples: [] }))).toEqual({ inputs: own.inputs, line: '' });
  const finished = (run.samples ?? []).slice(0, Math.floor(run.timeMs / 100) + 1);
  expect(identityOf(written({ ...run, samples: finished })), 'cut off after the finish').toEqual(own);
});

test('another time, or one change 10 ms later, is another run', () => {
  const own = identityOf(written(run));
  const events = run.inputs ?? [];
  const at = events.findIndex(({ control }) => control === 'left' || control === 'right');
  const later = events.map((event, i) => (i === at ? { ...event, timeMs: event.timeMs + 10 } : event));
  expect(identityOf(written({ ...run, inputs: later })).inputs).not.toBe(own.inputs);
  expect(identityOf(written({ ...run, timeMs: run.timeMs + 10, checkpoints: [] })).inputs).not.toBe(
    own.inputs,
  );
});

/** Steering keys down and up, one change each, after the gas. */
const keys = (changes: number): InputEvent[] =>
  Array.from({ length: changes }, (_, i) => ({
    timeMs: 1000 + 100 * i,
    control: 'left',
    value: (i + 1) & 1,
  }));

test.each([
  [7, false],
  [8, true],
  [9, true],
])('with %i changes two runs can be told apart: %s', (changes, isTold) => {
  expect(identityOf(written({ timeMs: 9000, inputs: keys(changes) })).inputs !== '').toBe(isTold);
});

const folder = join(SAMPLE_FILES, 'replays');
describe.skipIf(!existsSync(folder))('real replays', () => {
  test('each is told apart from all others, and found again uncompressed', () => {
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    const single = files.filter((file) => {
      const read = readReplay(file);
      return read.ok && read.replay.ghosts.length === 1;
    });
    const found = single.map(identityOf);
    for (const mark of ['inputs', 'line'] as const) {
      expect(found.map((one) => one[mark])).not.toContain('');
      expect(new Set(found.map((one) => one[mark])).size).toBe(single.length);
    }
    expect(single.map((file) => identityOf(uncompressed(file)))).toEqual(found);
  });
});
