import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environments } from '#lib/codes/environment.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import type { PlacedBlock } from './block.ts';
import { makeMeasure } from './footprint.ts';
import { drawMap } from './map-drawing.ts';
import { makeReader } from './meaning.ts';
import { cellsPath, linesPath } from './paths.ts';
import { cellOf, planOf } from './plan.ts';

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

/** What a drawing may contain: our own elements, numbers and colours. */
const wellFormed =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^<>]*>(<style>[^<>]*<\/style>)?(<(path|circle|g|\/g)\b[^<>&]*>)*<\/svg>$/;

test.each(environments.map(({ name }) => [name]))(
  'a generated track of %s is drawn with its marks',
  (environment) => {
    for (const seed of [1, 2, 3]) {
      const bytes = writeChallenge({
        game: 'TMF',
        environment,
        uid: 'x'.repeat(27),
        name: 'x',
        authorLogin: 'a',
        blocks: sampleBlocks({ environment, seed }),
      });
      const read = readChallenge(bytes);
      if (!read.ok) throw new Error(read.refusal.message);
      const svg = drawMap(read.challenge.blocks, environment) ?? '';
      expect(svg).toMatch(wellFormed);
      expect(svg.length).toBeLessThan(20_000);
      const plan = planOf(read.challenge.blocks, environment);
      const kinds = plan?.marks.map(({ waypoint }) => waypoint);
      expect(kinds).toContain('start');
      expect(kinds).toContain('finish');
      expect(kinds).toContain('checkpoint');
    }
  },
);

test.each([
  ['Stadium', 'StadiumRoadMain', 'road'],
  ['Stadium', 'StadiumRoadMainGTCurve3', 'road'],
  ['Stadium', 'StadiumRoadDirt', 'dirt'],
  ['Stadium', 'StadiumRoadMainTurbo', 'boost'],
  ['Stadium', 'StadiumPlatformWall1', 'wall'],
  ['Stadium', 'StadiumTubePillar', 'nothing'],
  ['Stadium', 'StadiumTube', 'scenery'],
  ['Stadium', 'StadiumGrassClip', 'nothing'],
  ['Stadium', 'StadiumWater', 'water'],
  ['Stadium', 'StadiumRoadMainStartLine', 'start'],
  ['Stadium', 'StadiumRoadMainStartFinishLine', 'multilap'],
  ['Stadium', 'StadiumCheckpointRingV', 'checkpoint'],
  ['Bay', 'BayParvisRamp', 'platform'],
  ['Bay', 'BayHarbor', 'paved'],
  ['Bay', 'BayFlatsRoad', 'scenery'],
  ['Bay', 'BayRoadFinish', 'finish'],
  ['Rally', 'RallyRoad', 'dirt'],
  ['Rally', 'RallyRoadWoodSupport', 'wood'],
  ['Rally', 'RallyHighFinishSupport', 'finish'],
  ['Rally', 'RallyCastleCheckpointPillar', 'nothing'],
  ['Rally', 'Hills1ToHills2', 'hill'],
  ['Desert', 'SpeedToCanyon', 'rock'],
  ['Desert', 'DesertToRiver', 'water'],
  ['Snow', 'AlpineRoadWood', 'road'],
  ['Snow', 'SnowToIce', 'ice'],
  ['Coast', 'CoastDirtCliff', 'rock'],
  ['Island', 'IslandSeaWayToHighWay', 'waterRoad'],
] as const)('%s: %s is %s', (environment, name, expected) => {
  const meaning = makeReader(environment)(block(name));
  const word =
    meaning.is === 'road'
      ? (meaning.waypoint ?? meaning.family)
      : meaning.is === 'terrain'
        ? meaning.terrain
        : meaning.is;
  expect(word).toBe(expected);
});

test.each([
  ['Stadium', 'StadiumRoadMain', '1x1'],
  ['Stadium', 'StadiumRoadMainGTCurve4', '4x4'],
  ['Stadium', 'StadiumRoadMainGTDiag4', '2x4'],
  ['Stadium', 'StadiumRoadMainBiSlopeStart', '1x2'],
  ['Stadium', 'StadiumPlatformBiSlope2Start', '1x1'],
  ['Island', 'IslandHighWayGTYShaped', '3x2'],
  ['Rally', 'RallyGT4', '3x2'],
  ['Desert', 'SpeedGtCurve3', '3x3'],
  ['Coast', 'CoastRoadGTBiSlope1Curve3', '3x3'],
  ['Stadium', 'Unheard', '1x1'],
] as const)('%s: %s covers %s', (environment, name, expected) => {
  const { width, depth } = makeMeasure(environment)(name);
  expect(`${width}x${depth}`).toBe(expected);
});

test.each([
  [0, [0, 0.5], [0.5, 1]],
  [1, [0.5, 0], [0, 0.5]],
  [2, [1, 0.5], [0.5, 0]],
  [3, [0.5, 1], [1, 0.5]],
])('a corner turned to %i opens to its direction and the next', (direction, from, to) => {
  const plan = planOf([block('StadiumRoadMain', 0, 0, { direction, variant: 2 })], 'Stadium');
  expect(plan?.tops.get(0)?.curve).toMatchObject({ from, to });
});

test('only the highest block of a cell is drawn', () => {
  const plan = planOf([block('StadiumRoadDirt', 3, 3, { y: 9 }), block('StadiumRoadMain', 3, 3)], 'Stadium');
  expect(plan?.tops.get(cellOf(3, 3))?.family).toBe('dirt');
});

test.each([
  ['no blocks', []],
  ['ground alone', [block('StadiumDirt'), block('StadiumGrassClip')]],
  ['supports alone', [block('StadiumRoadMain', 1, 1, { pillar: true })]],
  ['places that are none', [block('StadiumRoadMain', 1e9, 3), block('StadiumRoadMain', -1, 0.5)]],
])('%s: nothing to draw', (_what, blocks) => {
  expect(drawMap(blocks, 'Stadium')).toBeNull();
});

test('adjacent cells are joined to rectangles, adjacent lines to lines', () => {
  expect(cellsPath([0, 1, 2].map((x) => cellOf(x, 0)))).toBe('M0 0h3v1h-3z');
  expect(cellsPath([cellOf(4, 4), cellOf(4, 5), cellOf(5, 4), cellOf(5, 5)])).toBe('M4 4h2v2h-2z');
  expect(linesPath([cellOf(0, 0), cellOf(1, 0)], [cellOf(0, 0), cellOf(0, 1)])).toBe('M0 0h2M0 0v2');
});

describe('hostile lists', () => {
  const many = (make: (i: number) => PlacedBlock) => Array.from({ length: 100_000 }, (_, i) => make(i));
  test.each([
    [
      'every cell, checkered',
      many((i) => block('StadiumRoadMain', (i * 2 + (i >> 7)) & 255, (i >> 7) & 255, { y: i & 255 })),
    ],
    [
      'large curves over each other',
      many((i) => block('StadiumRoadMainGTCurve9', i & 255, (i >> 8) & 255, { direction: i & 3 })),
    ],
    ['checkpoints alone', many((i) => block('StadiumRoadMainCheckpoint', i & 255, (i >> 8) & 255))],
    ['names of all kinds', many((i) => block(`Stadium<script>"&${i}Turbo`, i & 255, (i >> 8) & 255))],
    [
      'ground and scenery',
      many((i) => block(i & 1 ? 'StadiumDirt' : 'StadiumTube', (i * 3) & 255, (i >> 8) & 255)).concat(
        block('StadiumRoadMain'),
      ),
    ],
  ])('%s: bounded in time and size, and contains no block names', (_what, blocks) => {
    const begun = process.threadCpuUsage();
    const svg = drawMap(blocks, 'Stadium');
    const { user, system } = process.threadCpuUsage(begun);
    expect((user + system) / 1000, 'ms of processor time').toBeLessThan(3000);
    if (svg === null) return;
    expect(svg.length).toBeLessThanOrEqual(200_000);
    expect(svg).toMatch(wellFormed);
    expect(svg).not.toContain('script');
  });
});

// real files next to the project
const samples = join(process.cwd(), '..', 'shared', 'gbx', 'tracks');
const found = existsSync(samples) ? readdirSync(samples) : [];

test.skipIf(found.length === 0)(
  `real tracks are drawn${found.length ? '' : ' (skipped: no sample files)'}`,
  () => {
    const undrawn: string[] = [];
    for (const file of found) {
      const read = readChallenge(readFileSync(join(samples, file)));
      if (!read.ok) continue;
      const svg = drawMap(read.challenge.blocks, read.challenge.environment);
      if (svg === null) undrawn.push(file);
      else expect(svg.length).toBeLessThan(40_000);
      if (svg !== null) expect(svg).toMatch(wellFormed);
    }
    expect(undrawn.length).toBeLessThanOrEqual(1); // an empty template
  },
);
