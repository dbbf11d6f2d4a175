import { expect, test } from 'vitest';
import { straightRun } from '#testing/straight-run.ts';
import { type Run, runOf } from '../run.ts';
import { raceOf } from './standings.ts';

/** The same way as a straight run of ten seconds, in another time. */
function scaled(share: number, changes: Partial<Pick<Run, 'checkpointsMs'>> = {}): Run {
  const { line, durationMs, checkpointsMs, ...run } = straightRun();
  return runOf({
    ...run,
    timeMs: durationMs * share,
    checkpointsMs: changes.checkpointsMs ?? checkpointsMs.map((at) => at * share),
    line: {
      ...line,
      timesMs: line.timesMs.map((at) => at * share),
      velocities: line.velocities.map((part) => part / share),
    },
  });
}
const orderAt = (runs: readonly Run[], timeMs: number) => raceOf(runs)(timeMs).map(({ number }) => number);
const gapsAt = (runs: readonly Run[], timeMs: number) =>
  raceOf(runs)(timeMs).map(({ gapMs }) => Math.round(gapMs / 10) * 10);

test('at the start all are where the list has them', () => {
  expect(orderAt([scaled(1.2), scaled(1), scaled(1.1)], 0)).toEqual([0, 1, 2]);
});

test('the farthest leads, and gaps are times at the same place', () => {
  const runs = [scaled(1.2), scaled(1), scaled(1.5)];
  expect(orderAt(runs, 6000)).toEqual([1, 0, 2]);
  // after 6 s, the others are where the leader was after 5 s and 4 s
  expect(gapsAt(runs, 6000)).toEqual([0, 1000, 2000]);
});

test('who has finished is ahead of all others, and their gap is that of the results', () => {
  const runs = [scaled(1.5), scaled(1.2), scaled(1)];
  const standings = raceOf(runs)(13_000);
  expect(standings.map(({ number, isFinished }) => [number, isFinished])).toEqual([
    [2, true],
    [1, true],
    [0, false],
  ]);
  expect(gapsAt(runs, 13_000).slice(0, 2)).toEqual([0, 2000]);
  expect(gapsAt(runs, 99_000)).toEqual([0, 2000, 5000]);
});

test('a longer way to the same checkpoint is no lead', () => {
  // half of its way is driven after 4 s, but the checkpoint is passed after 6 s
  const detour = scaled(1, { checkpointsMs: [6000, 10_000] });
  expect(orderAt([detour, scaled(1)], 4500)).toEqual([1, 0]);
});

test('without common checkpoints, the share of the whole way counts', () => {
  const runs = [scaled(1.2, { checkpointsMs: [] }), scaled(1)];
  expect(orderAt(runs, 5000)).toEqual([1, 0]);
  expect(gapsAt(runs, 6000)).toEqual([0, 1000]);
});

test('nobody races: there are no places', () => {
  expect(raceOf([])(0)).toEqual([]);
});
