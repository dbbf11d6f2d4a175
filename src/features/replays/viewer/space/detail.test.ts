import { expect, test } from 'vitest';
import { DetailKeeper, details } from './detail.ts';

/** Draws frames of a length for some time; how often detail was taken away. */
function drawn(keeper: DetailKeeper, frameMs: number, count: number, fromMs = 0): number {
  let taken = 0;
  for (let frame = 1; frame <= count; frame++) if (keeper.frame(fromMs + frame * frameMs)) taken += 1;
  return taken;
}

test('a fast scene keeps everything', () => {
  const keeper = new DetailKeeper();
  expect(drawn(keeper, 16, 600)).toBe(0);
  expect(keeper.detail).toBe(details[0]);
});

test('below 30 frames a second detail is taken away step by step, and no further than there are steps', () => {
  const keeper = new DetailKeeper();
  expect(drawn(keeper, 50, 40)).toBe(1);
  expect(keeper.detail).toBe(details[1]);
  expect(drawn(keeper, 50, 600, 10_000)).toBe(details.length - 2);
  expect(keeper.detail).toBe(details.at(-1));
});

test('pauses are no slow frames', () => {
  const keeper = new DetailKeeper();
  for (let at = 0; at < 100; at++) {
    keeper.frame(at * 500);
    keeper.rest();
  }
  expect(drawn(keeper, 5000, 100, 1e6)).toBe(0);
  expect(keeper.detail).toBe(details[0]);
});
