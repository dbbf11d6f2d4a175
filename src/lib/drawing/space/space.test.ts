import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EnvironmentName, PlacedBlock } from '../block.ts';
import { aboutTrack } from './about-track.ts';
import { checkpointOrder, orderOfRun } from './checkpoint-order.ts';
import { grids } from './grid.ts';
import { parseShapes } from './shape.ts';
import { stripsOf } from './strips.ts';
import { Terrain } from './terrain.ts';
import { spaceOf } from './track-space.ts';

const shapes = parseShapes(readFileSync(new URL('./block-shapes.tsv', import.meta.url), 'utf8'));

const block = (name: string, x = 5, z = 5, own: Partial<PlacedBlock> = {}): PlacedBlock => ({
  name,
  x,
  y: 1,
  z,
  direction: 0,
  variant: 0,
  clip: false,
  pillar: false,
  ...own,
});

/** The heights of the middle of a block at its first and its last row, in metres above its floor. */
function endHeights(environment: EnvironmentName, name: string, own: Partial<PlacedBlock> = {}): number[] {
  const shape = shapes.get(`${environment}:${name}`);
  if (!shape) throw new Error(`There is no shape of ${name}.`);
  const grid = grids[environment];
  const [strip] = stripsOf(block(name, 5, 5, own), shape, grid, true);
  return [strip?.[0], strip?.at(-1)].map((row) => {
    const [left, right] = row ?? [];
    return Math.round((((left?.[1] ?? 0) + (right?.[1] ?? 0)) / 2 - grid.step) * 100) / 100;
  });
}

describe('heights that runs have been measured at', () => {
  test.each([
    ['Stadium', 'StadiumRoadMain', { variant: 3 }, [1.33, 1.33]],
    ['Stadium', 'StadiumRoadMainSlopeStraight', {}, [1.33, 9.33]],
    ['Stadium', 'StadiumPlatformRoad', {}, [8, 8]],
    ['Bay', 'BayRoad', { variant: 3 }, [1.32, 1.32]],
    ['Island', 'IslandHighWay', { variant: 3 }, [2, 2]],
    ['Snow', 'AlpineRoadWood', { variant: 3 }, [0.26, 0.26]],
  ] as const)('%s: %s', (environment, name, own, expected) => {
    expect(endHeights(environment, name, own).toSorted((a, b) => a - b)).toEqual(expected);
  });
});

test('a tilted road is a step higher on its +x side', () => {
  const shape = shapes.get('Stadium:StadiumRoadTiltStraight');
  if (!shape) throw new Error('There is no tilted road.');
  const [strip] = stripsOf(block('StadiumRoadTiltStraight'), shape, grids.Stadium, false);
  const heights = (strip ?? []).flat().map(([x, height]) => [x > 5.5, height] as const);
  const most = (isRight: boolean) =>
    Math.max(...heights.filter(([on]) => on === isRight).map(([, up]) => up));
  expect(most(true) - most(false)).toBeGreaterThan(4);
});

test('the ends of neighbouring roads meet, whatever their direction', () => {
  const names = ['StadiumRoadMainGTCurve2', 'StadiumRoadMainGTCurve3', 'StadiumRoadMainGTDiag2x2'];
  for (const name of names.filter((one) => shapes.has(`Stadium:${one}`)))
    for (const direction of [0, 1, 2, 3]) {
      const shape = shapes.get(`Stadium:${name}`);
      if (!shape) continue;
      const [strip] = stripsOf(block(name, 5, 5, { direction }), shape, grids.Stadium, true);
      for (const row of [strip?.[0], strip?.at(-1)]) {
        const [left, right] = row ?? [];
        if (!left || !right) throw new Error(`${name} has no rows.`);
        const [x, z] = [(left[0] + right[0]) / 2, (left[2] + right[2]) / 2];
        // the middle of an edge between two cells
        expect([x * 2, z * 2].map((at) => Math.round(at * 100) / 100).every(Number.isInteger)).toBe(true);
        expect(Number.isInteger(Math.round(x * 100) / 100)).not.toBe(
          Number.isInteger(Math.round(z * 100) / 100),
        );
      }
    }
});

test('a border of a plateau falls to the lowest of the cells that meet at its corner', () => {
  const name = [...shapes].find(
    ([key, { form, rise }]) => key.startsWith('Desert:') && form === 'edge' && rise > 0,
  )?.[0];
  const edge = block(name?.replace('Desert:', '') ?? '', 8, 8, { y: 4 });
  const terrain = new Terrain([edge], 'Desert', shapes, { height: 32 });
  const plain = terrain.top(terrain.plain);
  expect(terrain.corners(8, 8)).toEqual([plain, plain, plain, plain]);
  expect(terrain.under(8.5, 8.5)).toBe(plain + 16);
  expect(terrain.corners(-3, 300)).toEqual([plain, plain, plain, plain]);
});

describe('the shapes', () => {
  test('every block that starts, ends or divides a race has a lane or a sheet, and all numbers are numbers', () => {
    for (const [key, shape] of shapes) {
      const numbers = [
        shape.width,
        shape.depth,
        shape.height,
        shape.rise,
        shape.bank,
        shape.base,
        shape.lane,
      ];
      expect(numbers.every(Number.isFinite), key).toBe(true);
      if (['start', 'finish', 'multilap'].includes(shape.kind))
        expect(['lane', 'sheet', 'wide', 'auto'], key).toContain(shape.form);
    }
  });

  test.each([
    ['too few columns', 'Stadium\tA\t1x1\t1\troad', 'Line 2 of the shapes of blocks is incomplete.'],
    [
      'a port that is none',
      'Stadium\tA\t1x1\t1\troad\troad\tlane\tflat\t0\t0\t0\t1\t0,0,7@0',
      'Line 2 of the shapes of blocks has a port "0,0,7@0".',
    ],
  ])('%s', (_what, line, sentence) => {
    expect(() => parseShapes(`head\n${line}\n`)).toThrow(sentence);
  });
});

describe('the order of checkpoints', () => {
  const road = (z: number, name: string) => block(name, 5, z, { variant: 3 });
  const size = { x: 32, y: 32, z: 32 };

  test('follows the road from the start', () => {
    const blocks = [
      road(9, 'StadiumRoadMainCheckpoint'),
      road(5, 'StadiumRoadMainStartLine'),
      road(6, 'StadiumRoadMain'),
      road(7, 'StadiumRoadMainCheckpoint'),
      road(8, 'StadiumRoadMain'),
      road(10, 'StadiumRoadMainFinishLine'),
    ];
    const space = spaceOf({ blocks, environment: 'Stadium', size }, shapes, false);
    expect(space && checkpointOrder(space).map(({ block: { z } }) => z)).toEqual([7, 9]);
  });

  test('jumps ahead where the road ends', () => {
    const blocks = [
      road(5, 'StadiumRoadMainStartLine'),
      road(20, 'StadiumRoadMainCheckpoint'),
      road(9, 'StadiumRoadMainCheckpoint'),
    ];
    const space = spaceOf({ blocks, environment: 'Stadium', size }, shapes, false);
    expect(space && checkpointOrder(space).map(({ block: { z } }) => z)).toEqual([9, 20]);
  });

  test.each<[string, (readonly [x: number, up: number, z: number])[], number[] | null]>([
    [
      'in the order of a run',
      [
        [176, 10, 650],
        [170, 9, 300],
      ],
      [20, 9],
    ],
    [
      'as they are passed first, in laps',
      [
        [176, 9, 300],
        [176, 9, 650],
        [176, 9, 300],
      ],
      [9, 20],
    ],
    ['without those that the run leaves out', [[176, 9, 300]], [9]],
    ['also beside or above their block', [[195, 25, 300]], [9]],
    [
      'not at other places',
      [
        [176, 9, 300],
        [400, 9, 650],
        [176, 90, 650],
      ],
      [9],
    ],
    ['not at all if the run passes none', [[400, 9, 300]], null],
  ])('%s', (_what, passes, expected) => {
    const blocks = [road(9, 'StadiumRoadMainCheckpoint'), road(20, 'StadiumRoadMainCheckpoint')];
    const space = spaceOf({ blocks, environment: 'Stadium', size }, shapes, false);
    expect(space && (orderOfRun(space, passes)?.map(({ block: { z } }) => z) ?? null)).toEqual(expected);
  });
});

test.each([
  [['StadiumRoadMainStartLine', 'StadiumRoadMain'], 'Stadium'],
  [['StadiumRoadMainCheckpoint'], 'Stadium, 1 checkpoint'],
  [
    ['StadiumRoadMainCheckpoint', 'StadiumRoadMainCheckpoint', 'StadiumLoopLeft', 'StadiumLoopRight'],
    'Stadium, 2 checkpoints, 2 loops',
  ],
])('%j is told as "%s"', (names, expected) => {
  const blocks = names.map((name, index) => block(name, 5, 2 * index));
  const space = spaceOf({ blocks, environment: 'Stadium', size: { x: 32, y: 32, z: 32 } }, shapes, false);
  expect(space && aboutTrack(space)).toBe(expected);
});

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => block('StadiumRoadMain', i % 256, i >> 8));
test.each([
  ['8,000 driven blocks', many(8000), 8000],
  ['8,001 driven blocks', many(8001), null],
  ['a block at step 200', [block('StadiumRoadMain', 5, 5, { y: 200 })], 1],
  ['a block at step 201', [block('StadiumRoadMain', 5, 5, { y: 201 })], null],
  ['a block in the last cell of a file', [block('StadiumRoadMain', 255, 255)], 1],
  ['a block beyond it', [block('StadiumRoadMain', 256, 255)], null],
])('%s', (_what, blocks, drives) => {
  const space = spaceOf({ blocks, environment: 'Stadium', size: { x: 32, y: 32, z: 32 } }, shapes, false);
  expect(space?.drives.length ?? null).toBe(drives);
});
