import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { environments } from '#lib/codes/environment.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import { placedBlock as block } from '#testing/blocks.ts';
import type { PlacedBlock } from '../block.ts';
import { parseShapes } from '../space/shape.ts';
import type { SourceTrack } from '../space/track-space.ts';
import { drawOblique, type PictureKind } from './oblique-drawing.ts';

const shapes = parseShapes(readFileSync(new URL('../space/block-shapes.tsv', import.meta.url), 'utf8'));
const bytesOf = (svg: string) => gzipSync(svg).length;
const most = { hero: 60_000, tile: 8192 } as const;
const drawn = (track: SourceTrack, kind: PictureKind, bytes: number = most[kind]) =>
  drawOblique(track, shapes, kind, { bytes, bytesOf })?.svg ?? null;

const size = { x: 32, y: 32, z: 32 };
const stadium = (blocks: readonly PlacedBlock[]): SourceTrack => ({ blocks, environment: 'Stadium', size });

/** What a drawing may contain: our own elements, numbers and colours. */
const wellFormed =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^<>]*><style>[^<>]*<\/style>(<\/?(defs|pattern|radialGradient|stop|rect|path|circle|g)\b[^<>&]*>)*<\/svg>$/;
const coordinates = (svg: string) =>
  [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path).join(' ');

describe.each(environments.map(({ name }) => [name]))('%s', (environment) => {
  const tracks = [1, 2, 3].map((seed) => {
    const read = readChallenge(
      writeChallenge({
        game: 'TMF',
        environment,
        uid: 'x'.repeat(27),
        name: 'x',
        authorLogin: 'a',
        blocks: sampleBlocks({ environment, seed }),
      }),
    );
    if (!read.ok) throw new Error(read.refusal.message);
    return read.challenge;
  });

  test.each(['hero', 'tile'] as const)('generated tracks are drawn as %s with their gates', (kind) => {
    for (const track of tracks) {
      const svg = drawn(track, kind) ?? '';
      expect(svg).toMatch(wellFormed);
      expect(coordinates(svg)).not.toMatch(/NaN|Infinity|undefined|\d\.\d{3}/);
      expect(bytesOf(svg)).toBeLessThanOrEqual(most[kind]);
      for (const colour of ['#18b067', '#2f8cf0', '#16181c']) expect(svg).toContain(colour);
      expect(svg).toBe(drawn(track, kind));
    }
  });
});

test('checkpoints are numbered, and the picture has a night', () => {
  const blocks = [5, 6, 7, 8].map((z) =>
    block(
      z === 5
        ? 'StadiumRoadMainStartLine'
        : z === 8
          ? 'StadiumRoadMainFinishLine'
          : 'StadiumRoadMainCheckpoint',
      5,
      z,
    ),
  );
  const svg = drawn(stadium(blocks), 'hero') ?? '';
  expect(svg.match(/<circle [^>]+><g transform/g)).toHaveLength(2);
  expect(svg).toContain('@media (prefers-color-scheme:dark)');
});

describe('the picture fits the track', () => {
  const road = Array.from({ length: 20 }, (_, z) => block('StadiumRoadMain', 2, z));
  const scaleWith = (...more: PlacedBlock[]) => {
    const [, , , ...axes] =
      drawOblique(stadium([...road, ...more]), shapes, 'hero', { bytes: 1e6, bytesOf })?.view ?? [];
    return Math.hypot(...axes);
  };
  const alone = scaleWith();
  const signature = [28, 29].map((x) => block('StadiumRoadMain', x, 2));

  test.each([
    ['a few blocks far from it are left out', signature, true],
    ['unless there is a checkpoint', [...signature, block('StadiumRoadMainCheckpoint', 30, 2)], false],
    ['or they are not far', [9, 16].map((x) => block('StadiumRoadMain', x, 2)), false],
    ['or not few', [23, 24, 25, 26, 27, 28].map((x) => block('StadiumRoadMain', x, 2)), false],
  ])('%s', (_, more, isAlone) => {
    expect(scaleWith(...more) === alone).toBe(isAlone);
  });
});

/** The names of the classes that have a colour by day. */
const classesOf = (svg: string, colour: string) =>
  [...(svg.split('@media')[0] ?? '').matchAll(/\.(\w+)\{fill:(#\w+)/g)].filter(([, , is]) => is === colour);

test('a house has windows that are lit at night, in the large picture', () => {
  const bay = (kind: PictureKind) =>
    drawn({ blocks: [block('BayRoad'), block('BayBuilding2', 8, 8)], environment: 'Bay', size }, kind) ?? '';
  expect(bay('hero').split('@media')[1]).toContain('#e9c878');
  expect(bay('hero').split('@media')[0]).not.toContain('#e9c878');
  expect(bay('tile')).not.toContain('#e9c878');
});

test.each([
  ['StadiumHole', 'a gap between two ends'],
  ['StadiumCircuitHole', 'a frame'],
])('%s is drawn as %s', (name) => {
  const faces = (of: string) => drawn(stadium([block(of)]), 'tile')?.match(/z/g)?.length ?? 0;
  expect(faces(name)).toBeGreaterThan(
    faces(name.replace('Hole', name.includes('Circuit') ? 'Base' : 'RoadMain')),
  );
});

test('a sign shows where it points', () => {
  const snow = (name: string) =>
    drawn({ blocks: [block('AlpineRoadWood'), block(name, 6, 6)], environment: 'Snow', size }, 'hero') ?? '';
  const [left, right, warning] = ['Left', 'Right', 'Warning'].map((way) =>
    snow(`AlpineSign${way}${way === 'Warning' ? '' : 'Way'}`),
  );
  expect(classesOf(left ?? '', '#16181c')).toHaveLength(1);
  expect(classesOf(warning ?? '', '#16181c')).toHaveLength(0);
  expect(left).not.toBe(right);
});

test('a higher road is drawn higher, and hides what is behind it', () => {
  const low = drawn(stadium([block('StadiumRoadMain')]), 'tile');
  const high = drawn(stadium([block('StadiumRoadMain'), block('StadiumRoadMain', 5, 6, { y: 9 })]), 'tile');
  expect(high).not.toBe(low);
});

test('beyond the limit of bytes details are left out, and never the road', () => {
  const trees = Array.from({ length: 400 }, (_, i) =>
    block('StadiumInflatablePalmTree', i % 20, Math.floor(i / 20)),
  );
  const track = stadium([...trees, ...Array.from({ length: 20 }, (_, z) => block('StadiumRoadMain', 9, z))]);
  const [full, small] = [drawn(track, 'tile', 1e6) ?? '', drawn(track, 'tile', 1500) ?? ''];
  expect(bytesOf(small)).toBeLessThan(bytesOf(full) / 1.5);
  expect(drawn(track, 'tile', bytesOf(full))).toBe(full);
  expect(bytesOf(drawn(track, 'tile', bytesOf(full) - 1) ?? '')).toBeLessThan(bytesOf(full));
  expect(small).toContain('<path');
});

test.each([
  ['no blocks', []],
  ['ground alone', [block('StadiumDirt'), block('StadiumGrassClip')]],
  ['supports alone', [block('StadiumRoadMain', 1, 1, { pillar: true })]],
  ['places that are none', [block('StadiumRoadMain', 1e9, 3), block('StadiumRoadMain', -1, 0.5)]],
  ['names that no game has', [block('Unheard')]],
])('%s: nothing to draw', (_what, blocks) => {
  expect(drawn(stadium(blocks), 'hero')).toBeNull();
});

describe('hostile lists', () => {
  const many = (count: number, make: (i: number) => PlacedBlock) =>
    Array.from({ length: count }, (_, i) => make(i));
  test.each([
    [
      'more roads than any track has',
      many(100_000, (i) => block('StadiumRoadMain', i & 255, (i >> 8) & 255)),
    ],
    [
      'large curves over each other',
      many(8000, (i) =>
        block('StadiumRoadMainGTCurve4', i & 255, (i >> 8) & 255, { direction: i & 3, y: i & 127 }),
      ),
    ],
    [
      'checkpoints alone',
      many(8000, (i) => block('StadiumRoadMainCheckpoint', (i * 2) & 255, (i >> 7) & 255)),
    ],
    ['loops at one place', many(4000, () => block('StadiumLoopLeft'))],
    [
      'terrain and trees',
      many(100_000, (i) =>
        block(i & 1 ? 'StadiumDirt' : 'StadiumInflatablePalmTree', (i * 3) & 255, (i >> 8) & 255),
      ).concat(block('StadiumRoadMain')),
    ],
  ])('%s: bounded in time and size', (_what, blocks) => {
    const begun = process.threadCpuUsage();
    const svg = drawn(stadium(blocks), 'tile');
    const { user, system } = process.threadCpuUsage(begun);
    expect((user + system) / 1000, 'ms of processor time').toBeLessThan(8000);
    expect(svg?.length ?? 0).toBeLessThanOrEqual(1_000_000);
  });
});

// real files next to the project
const samples = join(process.cwd(), '..', 'shared', 'gbx', 'tracks');
const found = existsSync(samples) ? readdirSync(samples) : [];

test.skipIf(found.length === 0)(
  `a third of the real tracks at hand is drawn${found.length ? '' : ' (skipped: no sample files)'}`,
  () => {
    const large: string[] = [];
    for (const file of found.filter((_, index) => index % 3 === 0)) {
      const read = readChallenge(readFileSync(join(samples, file)));
      if (!read.ok) continue;
      for (const kind of ['hero', 'tile'] as const) {
        const svg = drawn(read.challenge, kind);
        if (svg === null) continue;
        expect(svg).toMatch(wellFormed);
        if (bytesOf(svg) > most[kind]) large.push(file);
      }
    }
    expect(large.length).toBeLessThanOrEqual(2);
  },
);
