import { expect, test } from 'vitest';
import { editionOption, misfit, tagsThere } from './move.ts';

const site = { label: 'Stadium edition', environments: [7], cars: [7], formats: ['TMF' as const] };

test.each([
  [7, 7, null],
  [6, 7, 'Stadium edition takes no Bay tracks.'],
  [7, 6, 'Stadium edition takes no tracks with the Bay car.'],
])('environment %i with car %i: %s', (environment, car, reason) => {
  expect(misfit(site, { environment, car })).toBe(reason);
});

test('an edition whose games cannot have written the file is offered with a warning', () => {
  expect(editionOption(site, 'TMF')).toBe('Stadium edition');
  expect(editionOption(site, 'TMO')).toBe('Stadium edition (its games are TMF; the file is of TMO)');
});

const tags = (...named: [number, string][]) => ({ tags: named.map(([id, name]) => ({ id, name })) });

test('tags are those of the same name, or the first of the edition', () => {
  const [from, to] = [tags([1, 'Race'], [2, 'Jumps']), tags([5, 'Speed'], [9, 'Jumps'])];
  expect(tagsThere(from, to, [1, 2])).toEqual([9]);
  expect(tagsThere(from, to, [1])).toEqual([5]);
});
