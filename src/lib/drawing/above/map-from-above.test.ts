import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environments } from '#lib/codes/environment.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import { placedBlock as block } from '#testing/blocks.ts';
import type { PlacedBlock } from '../block.ts';
import { drawnFor } from '../night.ts';
import { parseShapes } from '../space/shape.ts';
import { drawFromAbove } from './map-from-above.ts';

const shapes = parseShapes(readFileSync(new URL('../space/block-shapes.tsv', import.meta.url), 'utf8'));
const size = { x: 32, y: 32, z: 32 };
const drawn = (blocks: readonly PlacedBlock[]) =>
  drawFromAbove({ blocks, environment: 'Stadium', size }, shapes);

/** What a drawing may contain: our own elements, numbers and colours. */
const wellFormed =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="480" height="300" viewBox="[-\d. ]+"><style>[^<>]*<\/style>(<\/?(defs|pattern|rect|path|g)\b[^<>&]*>)*<\/svg>$/;

test.each(environments.map(({ name }) => [name]))('%s: a generated track with its gates', (environment) => {
  const read = readChallenge(
    writeChallenge({
      game: 'TMF',
      environment,
      uid: 'x'.repeat(27),
      name: 'x',
      authorLogin: 'a',
      blocks: sampleBlocks({ environment, seed: 1 }),
    }),
  );
  if (!read.ok) throw new Error(read.refusal.message);
  const svg = drawFromAbove(read.challenge, shapes) ?? '';
  expect(svg).toMatch(wellFormed);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg.length).toBeLessThan(60_000);
  for (const colour of ['#18b067', '#2f8cf0', '#16181c']) expect(svg).toContain(colour);
});

/** The order in which a colour is painted first. */
const placeOf = (svg: string, colour: string) => {
  const [, name] = new RegExp(`\\.(\\w+)\\{fill:${colour}`).exec(svg) ?? [];
  return svg.indexOf(`<path class="${name}"`);
};

test('of two roads at one place the higher one is on top, in whatever order the file has them', () => {
  const [road, boost] = [block('StadiumRoadDirt'), block('StadiumRoadMainTurbo', 5, 5, { y: 4 })];
  for (const blocks of [
    [road, boost],
    [boost, road],
  ]) {
    const svg = drawn(blocks) ?? '';
    expect(placeOf(svg, '#b07f4a')).toBeGreaterThan(0);
    expect(placeOf(svg, '#f2c21a')).toBeGreaterThan(placeOf(svg, '#b07f4a'));
  }
});

test('an upright wall shows its upper edge, and what is upright elsewhere nothing', () => {
  const paths = (blocks: readonly PlacedBlock[]) => drawn(blocks)?.match(/ d="M/g)?.length ?? 0;
  const road = block('StadiumRoadMain');
  expect(paths([road, block('StadiumPlatformWall2', 9, 9)])).toBeGreaterThan(paths([road]));
  expect(drawn([road])).not.toMatch(/\.W\b|\.N\b/);
});

test('it is day or night as wanted, and follows the page otherwise', () => {
  const svg = drawn([block('StadiumRoadMain')]) ?? '';
  expect(svg).toContain('@media (prefers-color-scheme:dark){');
  expect(drawnFor(svg, true)).toContain('@media all{');
  expect(drawnFor(svg, false)).toContain('@media not all{');
});

test('details are left out where there are too many, never the road', () => {
  const many = Array.from({ length: 14_000 }, (_, i) => block('StadiumInflatablePalmTree', i & 127, i >> 7));
  const svg = drawn([...many, block('StadiumRoadMain', 0, 0), block('StadiumRoadMain', 127, 127)]) ?? '';
  expect(svg.length).toBeLessThan(5000);
  expect(svg).toContain('<path class="');
});

test.each([
  ['no blocks', []],
  ['ground alone', [block('StadiumDirt')]],
  ['names that no game has', [block('Unheard')]],
  ['more roads than any track has', Array.from({ length: 8001 }, () => block('StadiumRoadMain'))],
])('%s: nothing to draw', (_what, blocks) => {
  expect(drawn(blocks)).toBeNull();
});
