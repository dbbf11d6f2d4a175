import { expect, test } from 'vitest';
import { moved } from './queue.ts';

test.each([
  // all tracks, the visible ones, moved track → position: new order
  [[1, 2, 3], [1, 2, 3], 3, 1, [3, 1, 2], 1],
  [[1, 2, 3], [1, 2, 3], 1, 2, [2, 1, 3], 2],
  [[1, 2, 3], [1, 2, 3], 1, 3, [2, 3, 1], 3],
  [[1, 2, 3], [1, 2, 3], 1, 4, [2, 3, 1], 3],
  [[1, 2, 3], [1, 2, 3], 2, 2, [1, 2, 3], 2],
  [[1, 2, 3], [1, 2, 3], 2, 0, [2, 1, 3], 1],
  [[1], [1], 1, 99, [1], 1],
  // 8 and 9 are hidden: they are not counted, and stay in front of the same track
  [[8, 1, 9, 2, 3], [1, 2, 3], 3, 2, [8, 1, 9, 3, 2], 2],
  [[8, 1, 9, 2, 3], [1, 2, 3], 3, 1, [8, 3, 1, 9, 2], 1],
  [[1, 2, 9], [1, 2], 1, 2, [2, 9, 1], 2],
])('of %j, of which %j are seen, track %i to %i: %j', (all, seen, trackId, position, order, place) => {
  expect(moved(all, seen, trackId, position)).toEqual({ order, position: place });
});
