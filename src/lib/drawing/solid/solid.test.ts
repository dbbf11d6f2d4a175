import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PlacedBlock } from '../block.ts';
import { parseShapes } from '../space/shape.ts';
import { type PackedMesh, readSolid, writeSolid } from './solid-file.ts';
import { solidOf, type TrackSolid } from './track-solid.ts';

const shapes = parseShapes(readFileSync(new URL('../space/block-shapes.tsv', import.meta.url), 'utf8'));
const size = { x: 32, y: 32, z: 32 };

const block = (
  name: string,
  x: number,
  y: number,
  z: number,
  rest: Partial<PlacedBlock> = {},
): PlacedBlock => ({
  name,
  x,
  y,
  z,
  direction: 0,
  variant: 3,
  clip: false,
  pillar: false,
  ...rest,
});

function stadium(...blocks: PlacedBlock[]): TrackSolid {
  const solid = solidOf({ blocks, environment: 'Stadium', size }, shapes);
  if (!solid) throw new Error('nothing is driven');
  return solid;
}

/** Metres of the highest triangle of some materials straight above or below a place; -Infinity if there is none. */
function topAt(
  { places, materials, corners }: PackedMesh,
  numbers: readonly number[],
  x: number,
  z: number,
): number {
  let top = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < corners.length; at += 3) {
    const triangle = [...corners.subarray(at, at + 3)];
    if (!triangle.every((corner) => numbers.includes(materials[corner] ?? -1))) continue;
    const [a, b, c] = triangle.map((corner) => [...places.subarray(3 * corner, 3 * corner + 3)]);
    const [ax = 0, ay = 0, az = 0] = a ?? [];
    const [bx = 0, by = 0, bz = 0] = b ?? [];
    const [cx = 0, cy = 0, cz = 0] = c ?? [];
    const area = (bx - ax) * (cz - az) - (cx - ax) * (bz - az);
    if (Math.abs(area) < 1e-6) continue;
    const v = ((x - ax) * (cz - az) - (cx - ax) * (z - az)) / area;
    const w = ((bx - ax) * (z - az) - (x - ax) * (bz - az)) / area;
    if (v < 0 || w < 0 || v + w > 1) continue;
    top = Math.max(top, ay + v * (by - ay) + w * (cy - ay));
  }
  return top;
}

const read = (solid: TrackSolid) => readSolid(writeSolid(solid, 'Sunset'));
const numbersOf = ({ materials }: { materials: readonly string[] }, ...names: string[]) =>
  names.map((name) => materials.indexOf(name));

test('a file says what the solid is, with places within two centimetres', () => {
  const solid = stadium(block('StadiumRoadMain', 10, 1, 12), block('StadiumRoadMainCheckpoint', 10, 1, 13));
  const { mood, environment, gates, materials, plain, things } = read(solid);
  expect({ mood, environment, gates, materials, plain }).toEqual({
    mood: 'Sunset',
    environment: 'Stadium',
    gates: solid.gates,
    materials: solid.materials,
    plain: solid.plain,
  });
  expect([...things.corners]).toEqual(solid.things.corners);
  expect([...things.materials]).toEqual(solid.things.materials);
  for (const [at, place] of solid.things.places.entries())
    expect(Math.abs((things.places[at] ?? 0) - place)).toBeLessThan(0.02);
});

test('a file that ends early is refused', () => {
  const bytes = writeSolid(stadium(block('StadiumRoadMain', 10, 1, 12)), 'Day');
  expect(() => readSolid(bytes.subarray(0, bytes.length - 5))).toThrow(RangeError);
});

test('a road lies at the height of its block, over the ground', () => {
  const solid = read(stadium(block('StadiumRoadMain', 10, 3, 12)));
  const [x, z] = [10.6 * 32, 12.5 * 32];
  expect(topAt(solid.things, numbersOf(solid, 'road'), x, z)).toBeCloseTo(3 * 8 + 1.33, 1);
  expect(topAt(solid.ground, numbersOf(solid, 'grass'), x, z)).toBeCloseTo(9, 1);
});

test('a road below the ground lies in a hollow, and the ground beside it stays', () => {
  const solid = read(stadium(block('StadiumRoadDirt', 10, 1, 12)));
  const [x, z] = [10.6 * 32, 12.5 * 32];
  const road = topAt(solid.things, numbersOf(solid, 'dirt'), x, z);
  expect(road).toBeCloseTo(8 - 0.55, 1);
  expect(topAt(solid.ground, numbersOf(solid, 'grass'), x, z)).toBeLessThan(road);
  expect(topAt(solid.ground, numbersOf(solid, 'grass'), x + 32, z)).toBeCloseTo(9, 1);
});

test('gates stand across the road and leave room for cars', () => {
  const solid = stadium(
    block('StadiumRoadMainStartLine', 10, 1, 12),
    block('StadiumRoadMainFinishLine', 10, 1, 14),
  );
  expect(solid.gates.map(({ kind }) => kind)).toEqual(['start', 'finish']);
  for (const { left, right, tall } of solid.gates) {
    expect(Math.hypot(left[0] - right[0], left[2] - right[2])).toBeGreaterThan(15);
    expect(tall).toBeGreaterThan(10);
  }
  expect(solid.materials).toContain('black');
});

test('a map that claims more ground than blocks can be placed on has no more', () => {
  const across = (side: number) => {
    const claimed = { x: side, y: 32, z: side };
    return solidOf(
      { blocks: [block('StadiumRoadMain', 5, 1, 5)], environment: 'Stadium', size: claimed },
      shapes,
    )?.plain.across;
  };
  expect(across(5000)).toEqual(across(256));
});

test('nothing driven, or too much for a real track, has no solid', () => {
  const grass = block('StadiumGrass', 1, 0, 1);
  expect(solidOf({ blocks: [grass], environment: 'Stadium', size }, shapes)).toBeNull();
  const many = Array.from({ length: 8001 }, (_, at) =>
    block('StadiumRoadMain', at % 200, 1, Math.floor(at / 200)),
  );
  expect(solidOf({ blocks: many, environment: 'Stadium', size }, shapes)).toBeNull();
});
