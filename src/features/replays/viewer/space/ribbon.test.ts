import { expect, test } from 'vitest';
import { loopRun, straightRun } from '#testing/straight-run.ts';
import { gapOf, runOf } from '../run.ts';
import { colourAt, momentAt, ribbonsOf } from './ribbon.ts';

const run = straightRun();

test('a ribbon follows the run from its start to its end, on the road', () => {
  const pieces = ribbonsOf('speed', [run], [null]);
  expect(pieces[0]?.fromMs).toBe(0);
  expect(pieces.at(-1)?.corners[2][2]).toBeGreaterThan(297);
  for (const [at, { corners }] of pieces.entries()) {
    expect(corners[0][1]).toBeCloseTo(10.12, 2);
    // each begins where the one before ends
    if (at > 0) expect(corners[0]).toEqual(pieces[at - 1]?.corners[3]);
  }
});

test('equal runs are next to each other', () => {
  const pieces = ribbonsOf('speed', [run, straightRun()], [null, null]);
  const starts = pieces.filter(({ fromMs }) => fromMs === 0).map(({ corners }) => corners[0][0]);
  expect(Math.abs((starts[0] ?? 0) - (starts[1] ?? 0))).toBeCloseTo(0.6, 5);
});

test('by speed, all runs share one scale; a standing car leaves nothing', () => {
  const slow = loopRun();
  const pieces = ribbonsOf('speed', [run, slow], [null, null]);
  const colours = new Set(pieces.map(({ colour }) => colour));
  expect(colours.size).toBeGreaterThan(1);
  const [fastest] = pieces;
  expect(fastest?.colour).toBe('#ffe45c');
});

test('by gap, the first run is neutral and one that falls behind turns red', () => {
  const { uid, driver, line } = straightRun();
  for (let at = 0; at < line.count; at++) line.timesMs[at] = at * 120;
  const other = runOf({ uid, driver, timeMs: 12_000, checkpointsMs: [6000, 12_000], line, events: null });
  const pieces = ribbonsOf('gap', [run, other], [null, gapOf(run, other)]);
  const [own, behind] = [pieces.slice(0, 90), pieces.slice(-20)];
  expect(new Set(own.map(({ colour }) => colour))).toEqual(new Set(['#f2efe6']));
  expect(behind.at(-1)?.colour).toMatch(/^#c03/);
});

test('a colour between colours', () => {
  const colours = ['#000000', '#808080', '#ffffff'];
  expect([-1, 0, 0.5, 1, 7].map((share) => colourAt(colours, share))).toEqual([
    '#000000',
    '#000000',
    '#808080',
    '#ffffff',
    '#ffffff',
  ]);
});

test('a click near a ribbon means its moment, one beside it nothing', () => {
  const pieces = ribbonsOf('speed', [run], [null]);
  const fromAbove = ([x, , z]: readonly [number, number, number]) => [x, z] as const;
  const found = momentAt(pieces, [105, 200], fromAbove);
  expect(Math.abs((found ?? 0) - 5000)).toBeLessThanOrEqual(100);
  expect(momentAt(pieces, [150, 200], fromAbove)).toBeNull();
  expect(momentAt(pieces, [100, 200], () => null)).toBeNull();
});
