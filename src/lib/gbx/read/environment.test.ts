import { expect, test } from 'vitest';
import {
  carOf,
  collectionName,
  collectionOf,
  ENVIRONMENTS,
  environmentOf,
  moodOf,
  vehicleOf,
} from './environment.ts';

// Every spelling found in 461 real tracks, and the bare sizes that mean Day.
test.each([
  ['Day', 'Day'],
  ['Day ', 'Day'],
  ['Sunrise ', 'Sunrise'],
  ['Night', 'Night'],
  ['30x30', 'Day'],
  ['30x30Sunset', 'Sunset'],
  ['30x30sunrise', 'Sunrise'],
  ['20x60', 'Day'],
  ['20x60Sunrise', 'Sunrise'],
  ['', 'Day'],
  ['Simple', null],
])('decoration %j is mood %s', (decoration, mood) => {
  expect(moodOf(decoration)).toBe(mood);
});

test('every environment is found by its own name and by the name of the game', () => {
  for (const environment of ENVIRONMENTS) {
    expect(environmentOf(environment)).toBe(environment);
    expect(environmentOf(collectionOf(environment))).toBe(environment);
    expect(carOf(vehicleOf(environment))).toBe(environment);
  }
  expect(environmentOf('Valley')).toBeNull();
});

test('an unknown collection number keeps its digits', () => {
  expect(collectionName(6)).toBe('Stadium');
  expect(collectionName(77)).toBe('collection 77');
});
