import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environments } from '#lib/codes/environment.ts';
import { standInCounts, standInPicture } from './stand-in.ts';

const files = readdirSync('public/images/standins');

test.each(environments.map(({ id, name }) => [id, name]))(
  'environment %i (%s) has the drawings of the table',
  (id, name) => {
    const drawn = files.filter((file) => file.startsWith(`${String(name).toLowerCase()}-`));
    expect(drawn.length).toBe(standInCounts[Number(id)]);
  },
);

test('a track keeps its picture, and every address exists', () => {
  for (let id = 1; id <= 200; id += 1) {
    const picture = standInPicture(id, 1 + (id % 7));
    expect(picture).toBe(standInPicture(id, 1 + (id % 7)));
    expect(files).toContain(picture.split('/').at(-1));
  }
});

test('all drawings of an environment are used', () => {
  const seen = new Set(Array.from({ length: 100 }, (_, id) => standInPicture(id, 7)));
  expect(seen.size).toBe(standInCounts[7]);
});

test('neighbours look different', () => {
  for (let id = 20; id < 29; id += 1) expect(standInPicture(id, 7)).not.toBe(standInPicture(id + 1, 7));
});

test('an unknown environment gets the empty road', () => {
  expect(standInPicture(1, 99)).toBe('/images/no-image.svg');
});
