import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TrackOddity } from '#lib/codes/track.ts';
import type { Block } from '#lib/gbx/read/blocks.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import type { Size } from '#lib/gbx/read/challenge-body.ts';
import { ENVIRONMENTS, type Environment } from '#lib/gbx/read/environment.ts';
import { SAMPLE_FILES } from '#lib/gbx/tools/gbx-bench.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { block } from '#testing/blocks.ts';
import { environmentOfBlock } from './block-names/environment-of-block.ts';
import { trackOddities } from './track-oddities.ts';

const stadium: Size = { x: 32, y: 32, z: 32 };
const found = (blocks: readonly Block[], size = stadium, environment: Environment = 'Stadium') =>
  trackOddities({ environment, size, blocks, unlimiter: false });

test.each<[Environment, Size, boolean]>([
  ['Stadium', { x: 32, y: 32, z: 32 }, true],
  ['Stadium', { x: 31, y: 32, z: 32 }, false],
  ['Stadium', { x: 33, y: 32, z: 32 }, false],
  ['Stadium', { x: 0, y: 0, z: 0 }, false],
  ['Stadium', { x: 8, y: 8, z: 8 }, false],
  ['Stadium', { x: 1000, y: 32, z: 1000 }, false],
  ['Stadium', { x: 45, y: 36, z: 45 }, false],
  ['Desert', { x: 32, y: 12, z: 32 }, true],
  ['Desert', { x: 10, y: 18, z: 150 }, true],
  ['Desert', { x: 150, y: 18, z: 10 }, false],
  ['Snow', { x: 20, y: 18, z: 60 }, true],
  ['Rally', { x: 30, y: 18, z: 30 }, true],
  ['Rally', { x: 45, y: 18, z: 45 }, true],
  ['Rally', { x: 45, y: 36, z: 45 }, false],
  ['Island', { x: 36, y: 36, z: 36 }, true],
  ['Bay', { x: 45, y: 36, z: 45 }, true],
  ['Coast', { x: 45, y: 35, z: 45 }, false],
])('%s has maps of %j: %s', (environment, size, isUsual) => {
  expect(found([], size, environment)).toEqual(isUsual ? [] : [{ kind: 'size', ...size }]);
});

describe('a block beyond the border', () => {
  test.each(['x', 'y', 'z'] as const)('along %s', (axis) => {
    const at = (place: number) => found([block({ [axis]: place })]).map(({ kind }) => kind);
    expect([0, 30, 31, 32, 33, 255].map(at)).toEqual([[], [], [], ['outside'], ['outside'], ['outside']]);
  });

  test('is counted, and the first is named', () => {
    expect(found([block(), block({ z: 40 }), block({ x: 99, name: 'StadiumGrass' })])).toEqual([
      { kind: 'outside', blocks: 2, first: '“StadiumRoadMain”', at: [1, 1, 40] },
    ]);
  });

  test('is not looked for in a map of another size, in which all may be', () => {
    expect(found([block()], { x: 0, y: 0, z: 0 }).map(({ kind }) => kind)).toEqual(['size']);
  });
});

test.each<[string, TrackOddity['kind'][]]>([
  ['StadiumRoadMain', []],
  ['StadiumGrassClip', []],
  ['PylonStadium', []],
  ['CE_HelicoStart', []],
  ['BayRoad', ['foreign']],
  ['Canyon', ['foreign']],
  ['AlpineRoadWood', ['foreign']],
  ['StadiumRoadMainX', ['unknown']],
  ['stadiumroadmain', ['unknown']],
  ['RoadMain', ['unknown']],
  ['toString', ['unknown']],
  ['', ['unknown']],
])('a block %j in Stadium', (name, kinds) => {
  expect(found([block({ name })]).map(({ kind }) => kind)).toEqual(kinds);
});

test('texts from the file are shortened and can be stored', () => {
  const [odd] = found([block({ name: `a\0\nb\ud800${'x'.repeat(500)}` })]);
  expect(odd).toMatchObject({ first: expect.stringMatching(/^“a b x{36}…”$/) });
});

test('where TMUnlimiter hides the blocks there is nothing to check', () => {
  const hidden = { environment: 'Stadium', size: stadium, blocks: [block({ name: 'Get it' })] } as const;
  expect(trackOddities({ ...hidden, unlimiter: true })).toEqual([]);
});

test.each(ENVIRONMENTS)('generated tracks of %s have only its blocks', (environment) => {
  const names = new Set(sampleBlocks({ environment, seed: 1 }).map(({ name }) => name));
  expect(new Set([...names].map(environmentOfBlock))).toEqual(new Set([environment]));
});

// Real files next to the project.
const folders = ['tracks', 'more-tracks', 'maps-of-replays'].map((name) => join(SAMPLE_FILES, name));
const present = folders.every(existsSync);
/** Its road goes on outside the stadium, which no editor of its game allows. */
const beyondItsMap = 'Fly-by-wire_NE.Challenge.Gbx';

test.runIf(present)('of the real tracks, one has blocks outside its map, and no other is odd', () => {
  const odd = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.gbx$/i.test(name))
      .flatMap((name) => {
        const read = readChallenge(readFileSync(join(folder, name)));
        const oddities = read.ok ? trackOddities(read.challenge) : [];
        return oddities.map((one) => [name, one]);
      }),
  );
  expect(odd).toEqual([
    [beyondItsMap, { kind: 'outside', blocks: 53, first: '“StadiumRoadDirtHigh”', at: [67, 0, 53] }],
  ]);
});
