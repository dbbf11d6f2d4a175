import { describe, expect, test } from 'vitest';
import { seededRandom } from '../tools/random.ts';
import { AXIS_FULL, type InputEvent } from './input-events.ts';
import { inputFigures, turnsOf } from './input-figures.ts';
import { ownSteps } from './own-steps.ts';

const event = (timeMs: number, control: InputEvent['control'], value: number): InputEvent => ({
  timeMs,
  control,
  value,
});
const figures = (durationMs: number, events: readonly InputEvent[]) =>
  inputFigures({ durationMs, events, shiftMs: 0 });
const steps = (...values: number[]) => ({
  steer: { timesMs: values.map((_, i) => 100 * i), values },
});

test.each([
  ['the first move is no turn', steps(0, AXIS_FULL), []],
  ['back by less than five per cent', steps(0, 20_000, 20_000 - 6553), []],
  ['back by five per cent', steps(0, 20_000, 20_000 - 6554), [100]],
  ['the extreme counts, not the way there', steps(0, 10_000, 30_000, 20_000, -20_000, 0), [200, 400]],
])('turns: %s', (_what, given, turns) => {
  expect(turnsOf(given)).toEqual(turns);
});

test('the busiest second is shorter than a second', () => {
  const wiggle = (...timesMs: number[]) =>
    timesMs.map((timeMs, i) => event(timeMs, 'steer', i % 2 ? -AXIS_FULL : AXIS_FULL));
  // the last of them only ends the turn before
  expect(figures(9000, wiggle(1000, 1100, 1200, 1999, 5000))).toMatchObject({
    turns: 4,
    busiestTurns: 4,
    busiestAtMs: 1000,
    quickTurnShare: 0,
  });
  expect(figures(9000, wiggle(1000, 1050, 1200, 2000, 5000))).toMatchObject({
    busiestTurns: 3,
    busiestAtMs: 1000,
    quickTurnShare: 1 / 3,
  });
});

test('presses are counted by length, the longest together', () => {
  const press = (control: 'left' | 'brake', fromMs: number, lengthMs: number) => [
    event(fromMs, control, 1),
    event(fromMs + lengthMs, control, 0),
  ];
  const found = figures(10_000, [
    ...press('left', 0, 9),
    ...press('left', 100, 10),
    ...press('left', 300, 299),
    ...press('brake', 700, 300),
    ...press('brake', 1100, 5000),
  ]);
  expect(found.pressLengths.flatMap((count, i) => (count > 0 ? [[10 * i, count]] : []))).toEqual([
    [0, 1],
    [10, 1],
    [290, 1],
    [300, 2],
  ]);
  expect(found).toMatchObject({ pressesPerSecond: 0.5, changesPerSecond: 0.6, onTickShare: 0.8 });
});

test('an empty recording has no figures to divide by', () => {
  expect(figures(0, [])).toMatchObject({
    entries: 0,
    firstMs: null,
    quickTurnShare: null,
    onTickShare: null,
    ownSteps: null,
    changesPerSecond: 0,
  });
});

describe('positions of a stick', () => {
  const stick = (count: number, position: (i: number) => number) =>
    Array.from({ length: count }, (_, i) => event(10 * i, 'steer', position(i)));
  const random = seededRandom(3);

  test.each([238.04, 519.1, 748])('%f apart are recognised', (step) => {
    const events = stick(3000, () => Math.round(Math.floor(random() * 85) * step));
    const found = ownSteps(events);
    expect(found.right).toBeCloseTo(step, 0);
    expect(found).toMatchObject({ left: null, share: 1 });
  });

  test('others between them lower the share', () => {
    const events = stick(4000, (i) => (i % 5 ? 500 * Math.floor(random() * 120) : 117 + 1333 * (i % 40)));
    expect(ownSteps(events).right).toBeCloseTo(500, 0);
    expect(ownSteps(events).share).toBeLessThan(0.9);
  });

  test('a finer stick, and one with fewer than 25 positions, have none', () => {
    expect(ownSteps(stick(4000, () => Math.floor(random() * 65_000)))).toEqual({
      left: null,
      right: null,
      share: null,
    });
    expect(ownSteps(stick(500, (i) => 500 * (1 + (i % 24)))).right).toBeNull();
    expect(ownSteps(stick(500, (i) => 500 * (1 + (i % 25)))).right).not.toBeNull();
  });
});
