import { describe, expect, test } from 'vitest';
import { readReplay } from '../read/replay.ts';
import type { ReplaySpec } from '../tools/replay-spec.ts';
import { writeChallenge, writeReplay } from '../tools/writer.ts';
import { AXIS_FULL, decodeInputs, type InputEvent } from './input-events.ts';
import { type Driving, drivingOf, valueAt } from './input-steps.ts';

const spec = {
  environment: 'Snow',
  uid: 'InputTest',
  mapAuthor: 'ann',
  bestTimeMs: 5000,
  nickname: 'bob',
} as const;
const map = writeChallenge({
  game: 'TM 1.0',
  environment: 'Snow',
  uid: spec.uid,
  name: 'Inputs',
  authorLogin: 'ann',
  blocks: [{ name: 'AlpineRoadWood', x: 1, y: 1, z: 1, direction: 0 }],
});

function written(game: ReplaySpec['game'], inputs: readonly InputEvent[], change: Partial<ReplaySpec> = {}) {
  const ghosts = [{ timeMs: 5000, inputs }];
  const inside = game === 'TM 1.0' || game === 'TM Power Up' ? map : null;
  const read = readReplay(writeReplay({ ...spec, game, map: inside, ghosts, ...change }));
  if (!read.ok) throw new Error(read.refusal.message);
  const found = read.replay.ghosts[0]?.inputs ?? read.replay.inputs;
  if (!found) throw new Error('no inputs');
  return decodeInputs(found);
}

const event = (timeMs: number, control: InputEvent['control'], value: number): InputEvent => ({
  timeMs,
  control,
  value,
});
const all = [
  event(-500, 'accelerate', 1),
  event(0, 'start', 1),
  event(10, 'left', 1),
  event(20, 'steer', -AXIS_FULL),
  event(30, 'steer', 12_345),
  event(30, 'steer', 0),
  event(40, 'gas', AXIS_FULL),
  event(1230, 'respawn', 1),
  event(1233, 'horn', 1),
  event(5000, 'finish', 1),
];

describe('every entry is read back', () => {
  test.each(['TMO', 'TMS', 'TMN ESWC', 'TMU', 'TMF'] as const)('%s', (game) => {
    expect(written(game, all)).toEqual({ durationMs: 5000, events: all, shiftMs: 0 });
  });

  test.each(['TM 1.0', 'TM Power Up'] as const)('%s, which has no marks of start and finish', (game) => {
    const { events } = written(game, all);
    const unmarked = all.filter(({ control }) => control !== 'start' && control !== 'finish');
    expect(events.map((one) => ({ ...one, value: Math.round(one.value) }))).toEqual(unmarked);
  });
});

test('a clock shifted by a tool is corrected', () => {
  expect(written('TMF', all, { shiftedClock: true })).toEqual({
    durationMs: 5000,
    events: all,
    shiftMs: 65_535,
  });
});

test('entries that version 2 of the Competition Patch adds are left out', () => {
  const { events } = written('TMF', [
    event(0, 'start', 2),
    ...Array.from({ length: 10 }, (_, i) => event(100 + i, 'left', i & 1)),
    ...Array.from({ length: 10 }, (_, i) => event(200 + i, 'steer', 100 * i)),
    event(300, 'accelerate', 1),
  ]);
  expect(events.map(({ timeMs }) => timeMs)).toEqual([0, 101, 102, 103, 202, 203, 209, 300]);
});

const driving = (...events: InputEvent[]): Driving => drivingOf({ durationMs: 5000, events, shiftMs: 0 });
const steerAt = (run: Driving, ...timesMs: number[]) => timesMs.map((timeMs) => valueAt(run.steer, timeMs));

describe('what is held', () => {
  test('keys steer fully, left before right', () => {
    const run = driving(
      event(100, 'right', 1),
      event(200, 'left', 1),
      event(300, 'left', 0),
      event(400, 'right', 0),
    );
    expect(steerAt(run, 0, 99, 100, 199, 200, 300, 400)).toEqual([
      0,
      0,
      AXIS_FULL,
      AXIS_FULL,
      -AXIS_FULL,
      AXIS_FULL,
      0,
    ]);
    expect(run.presses.right).toEqual([{ fromMs: 100, toMs: 400 }]);
  });

  test('of keys and a stick, the one that changed last counts', () => {
    const run = driving(event(100, 'steer', 5000), event(200, 'left', 1), event(300, 'steer', 6000));
    expect(steerAt(run, 150, 250, 350)).toEqual([5000, -AXIS_FULL, 6000]);
  });

  test('of several entries with the same time, the last one counts', () => {
    const run = driving(event(100, 'steer', 5000), event(100, 'steer', 0));
    expect(run.steer).toEqual({ timesMs: [0], values: [0] });
  });

  test('the countdown decides what is held at the start, and nothing after the end counts', () => {
    const run = driving(
      event(-900, 'accelerate', 1),
      event(-800, 'left', 1),
      event(-700, 'left', 0),
      event(-600, 'steer', 777),
      event(-5, 'respawn', 1),
      event(5000, 'brake', 1),
      event(5001, 'left', 1),
    );
    expect(run.gas).toEqual({ timesMs: [0], values: [AXIS_FULL] });
    expect(run.steer).toEqual({ timesMs: [0], values: [777] });
    expect(run.presses).toEqual({
      accelerate: [{ fromMs: 0, toMs: 5000 }],
      brake: [{ fromMs: 5000, toMs: 5000 }],
      left: [],
      right: [],
    });
    expect(run.respawnsMs).toEqual([]);
  });

  test.each([
    [24, 'few-positions'],
    [25, 'analogue'],
  ])('a stick with %i positions between its ends: %s', (count, device) => {
    const events = Array.from({ length: count }, (_, i) => event(10 * i, 'steer', 100 + i));
    expect(driving(...events, event(900, 'steer', AXIS_FULL), event(910, 'steer', 0)).device).toBe(device);
    expect(driving(event(0, 'left', 1)).device).toBe('keys');
  });
});
