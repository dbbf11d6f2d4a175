import { expect, test } from 'vitest';
import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import { evidenceHint, minHint } from './score.ts';

const honest = {
  figures: { respawns: 1 },
  marks: { isClockShifted: false, endsInSpace: false, patch: null },
  agreement: { samples: 100, steer: 98, gas: 99, brake: 100 },
  respawns: 1,
  finishMs: 41_000,
  timeMs: 41_000,
} as unknown as RunMeasurement; // what the rules read

const agreeing = (steer: number) => ({ agreement: { samples: 100, steer, gas: 100, brake: 100 } });

test.each<[string, Partial<RunMeasurement>, number]>([
  ['an honest run', {}, 0],
  ['no movement, no clock, no count', { agreement: null, respawns: null, finishMs: null }, 0],
  ['inputs and movement one above the limit', agreeing(96), 0],
  ['inputs and movement at the limit', agreeing(95), 0],
  ['inputs and movement one below the limit', agreeing(94), 45],
  ['a tool signature', { marks: { isClockShifted: true, endsInSpace: false, patch: null } }, 30],
  ['a patch that fits', { marks: { ...honest.marks, patch: { bytes: 8, fitting: [8] } } }, 0],
  ['a patch that does not fit', { marks: { ...honest.marks, patch: { bytes: 9, fitting: [8] } } }, 25],
  ['another number of respawns', { respawns: 2 }, 20],
  ['another finish', { finishMs: 41_010 }, 20],
])('%s', (_, change, score) => {
  const hint = evidenceHint({ ...honest, ...change }, null);
  expect(hint.score).toBe(score);
  expect(hint.text === '').toBe(score < minHint);
});

test.each([
  ['one below half', 99, 200, 0],
  ['half', 100, 200, 70],
  ['more than half', 101, 200, 70],
  ['too few to tell', 99, 99, 0],
])('%s of the inputs of another run', (_, same, of, score) => {
  expect(evidenceHint(honest, { driver: 'Ann', same, of }).score).toBe(score);
});

test('several things add up to 100 at most, in one sentence', () => {
  const hint = evidenceHint(
    { ...honest, ...agreeing(10), respawns: 2 },
    { driver: 'Ann', same: 200, of: 200 },
  );
  expect(hint).toEqual({
    score: 100,
    text: '100 % of the inputs are those of a run of Ann; the inputs are not those of the movement; the inputs contain another number of respawns than the file counts.',
  });
});
