import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PlacedBlock } from '../block.ts';
import { distanceTo, surfacesOf } from './contacts.ts';
import { fitOf } from './fit.ts';
import type { Point } from './grid.ts';
import { parseShapes } from './shape.ts';
import { type SourceTrack, spaceOf, type TrackSpace } from './track-space.ts';

const shapes = parseShapes(readFileSync(new URL('./block-shapes.tsv', import.meta.url), 'utf8'));
const block = (name: string, z: number): PlacedBlock => ({
  name,
  x: 5,
  y: 1,
  z,
  direction: 0,
  variant: 3,
  clip: false,
  pillar: false,
});
const track: SourceTrack = {
  blocks: [
    block('StadiumGrass', 9),
    block('StadiumRoadMain', 5),
    block('StadiumRoadMain', 6),
    block('StadiumRoadMain', 7),
  ],
  environment: 'Stadium',
  size: { x: 32, y: 32, z: 32 },
};
const space = (own: Partial<SourceTrack> = {}): TrackSpace => {
  const made = spaceOf({ ...track, ...own }, shapes, true);
  if (!made) throw new Error('Nothing is driven.');
  return made;
};
/** metres of the road above its map */
const road = 9.33;
/** A car in the middle of the road, at shares of the block at z, so many metres above the drawn road. */
const drive = (z: number, off: (share: number) => number, shares = [0.1, 0.3, 0.5, 0.7, 0.9]): Point[] =>
  shares.map((share) => [5.5, road + off(share), z + share]);
const offsOf = (made: TrackSpace, contacts: readonly Point[]) =>
  contacts.map((contact) => Math.round(100 * (surfacesOf(made)(contact)?.off ?? 99)) / 100);

test('a road is raised to where a car drove, as far as it drove, and no other block with it', () => {
  const contacts = drive(6, () => 0.8);
  expect(offsOf(space(), contacts)).toEqual([0.8, 0.8, 0.8, 0.8, 0.8]);
  const fit = fitOf(space(), contacts);
  expect(fit.slice(0, 2)).toEqual([2, 0]); // the third block of the file, the first of its strips
  for (const off of offsOf(space({ fit }), contacts)) expect(Math.abs(off)).toBeLessThan(0.05);
  expect(
    offsOf(
      space({ fit }),
      drive(5, () => 0),
    ),
  ).toEqual([0, 0, 0, 0, 0]);
});

test('a slope that a shape does not know is followed, and one wild contact is not', () => {
  const slope = (share: number) => 2 * share;
  const contacts = drive(6, slope);
  const fit = fitOf(space(), [...contacts, [5.4, road - 3, 6.55]]);
  for (const off of offsOf(space({ fit }), contacts)) expect(Math.abs(off)).toBeLessThan(0.3);
});

test('beyond the last contact the road goes on level', () => {
  const fit = fitOf(
    space(),
    drive(6, (share) => 2 * share, [0.3, 0.4, 0.5]),
  );
  const [end = 0] = offsOf(space({ fit }), [[5.5, road, 6.999]]);
  expect(Math.abs(end)).toBeLessThan(1.2);
});

test.each<[string, Point[]]>([
  ['lies right', drive(6, () => 0.1)],
  ['was touched once', drive(6, () => 1, [0.5])],
  ['is another one, below', drive(6, () => 7)],
  ['is elsewhere', [[20.5, road + 1, 20.5]]],
])('a road that %s stays', (_what, contacts) => {
  expect(fitOf(space(), contacts)).toEqual([]);
});

test('the distance to a steep surface is measured at a right angle to it', () => {
  const surface = { drive: space().drives[0], strip: 0, t: 0.5, off: -2, level: 0.25 };
  if (!surface.drive) throw new Error('no drive');
  expect(distanceTo({ ...surface, drive: surface.drive })).toBe(0.5);
});
