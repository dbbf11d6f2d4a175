import { expect, test } from 'vitest';
import { measureInputs } from '#platform/gbx/read-facts.ts';
import type { ReplaySpec } from '../tools/replay-spec.ts';
import { sampleRun } from '../tools/sample-run.ts';
import { sampleBlocks } from '../tools/sample-track.ts';
import { writeChallenge, writeReplay } from '../tools/writer.ts';
import type { InputEvent } from './input-events.ts';

const blocks = sampleBlocks({ environment: 'Stadium', seed: 4 });
const run = (device: 'keys' | 'analogue') => sampleRun({ blocks, environment: 'Stadium', seed: 4, device });

function measured(spec: Partial<ReplaySpec> = {}) {
  const read = measureInputs(
    writeReplay({
      game: 'TMF',
      environment: 'Stadium',
      uid: 'Measured',
      mapAuthor: 'ann',
      nickname: 'ben',
      ...spec,
      bestTimeMs: spec.ghosts?.[0]?.timeMs ?? 1000,
    }),
  );
  if (!read.ok) throw new Error(read.refusal.message);
  return read.measured;
}

test.each(['keys', 'analogue'] as const)('a generated run by %s agrees with itself', (device) => {
  const found = measured({ ghosts: [run(device)] }).run;
  expect(found).toMatchObject({ deviceClass: device, clockMs: 10, respawns: 0 });
  expect(found?.finishMs).toBe(found?.timeMs);
  const { samples = 0, steer = 0, gas = 0, brake = 0 } = found?.agreement ?? {};
  expect(samples).toBeGreaterThan(100);
  expect([steer, gas, brake]).toEqual([samples, samples, samples]);
});

test('inputs of another run do not agree with the movement', () => {
  const { inputs: _, ...other } = sampleRun({
    blocks,
    environment: 'Stadium',
    seed: 4,
    device: 'keys',
    timeMs: 60_000,
  });
  const { inputs = [] } = sampleRun({
    blocks,
    environment: 'Stadium',
    seed: 5,
    device: 'keys',
    timeMs: 60_000,
  });
  const { samples = 0, steer = 0 } = measured({ ghosts: [{ ...other, inputs }] }).run?.agreement ?? {};
  expect(steer).toBeLessThan(0.9 * samples);
});

test('keys and a stick in one run are a device class of their own', () => {
  const { inputs = [], ...ghost } = run('analogue');
  const pressed: InputEvent[] = [
    { timeMs: 990, control: 'left', value: 1 },
    { timeMs: 1090, control: 'left', value: 0 },
  ];
  const both = [...inputs, ...pressed].sort((a, b) => a.timeMs - b.timeMs);
  expect(measured({ ghosts: [{ ...ghost, inputs: both }] }).run?.deviceClass).toBe('mixed');
});

test('the data of the Competition Patch is four bytes for each input of the race', () => {
  const ghost = run('keys');
  const entries = (ghost.inputs ?? []).filter(({ timeMs }) => timeMs >= 0).length;
  const exe = (bytes: number) =>
    'TmForeverCompPatch.2.11.26(1.5)'.padEnd(40, '.') + Buffer.alloc(bytes).toString('base64');
  for (const bytes of [4 * entries - 1, 4 * entries, 4 * entries + 16, 4 * entries + 17])
    expect(measured({ ghosts: [ghost], exe: exe(bytes) }).run?.marks.patch).toEqual({
      bytes,
      fitting: [4 * entries, 4 * entries + 16],
    });
  expect(measured({ ghosts: [ghost], exe: 'TmForever.2.11.26 ', shiftedClock: true }).run?.marks).toEqual({
    isClockShifted: true,
    endsInSpace: true,
    patch: null,
  });
});

test.each([
  ['TM 1.0', 'Desert'],
  ['TM Power Up', 'Desert'],
  ['TMO', 'Desert'],
  ['TMS', 'Bay'],
  ['TMN ESWC', 'Stadium'],
  ['TMU', 'Stadium'],
] as const)('inputs of %s are measured, and what its files lack is null', (game, environment) => {
  const map = writeChallenge({ game, environment, uid: 'Measured', name: 'x', authorLogin: 'ann', blocks });
  const { run: found, ...rest } = measured({ game, environment, map, ghosts: [run('keys')] });
  const isOldest = game === 'TM 1.0' || game === 'TM Power Up';
  expect(rest.game).toBe(game);
  expect(found?.deviceClass).toBe('keys');
  expect(found?.respawns).toBe(isOldest ? null : 0);
  expect(found?.agreement === null).toBe(isOldest);
});

test('without inputs there is nothing to measure', () => {
  expect(measured({ ghosts: [{ timeMs: 9000 }] })).toEqual({ game: 'TMF', run: null, changes: null });
});
