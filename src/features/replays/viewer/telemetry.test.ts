import { describe, expect, test } from 'vitest';
import { following, moved, pinched, wheelFactor, wholeMap, within, zoomed } from './camera.ts';
import { formatSeconds, heldText } from './telemetry.ts';

test.each([
  [{ steer: 0, gas: 0, brake: 0 }, 'nothing pressed'],
  [{ steer: -1, gas: 1, brake: 0 }, 'gas, left'],
  [{ steer: 0.4, gas: 1, brake: 1 }, 'gas, brake, right 40 %'],
])('inputs in words: %j', (held, text) => expect(heldText(held)).toBe(text));

test.each([
  [0, '+0.00'],
  [9, '+0.00'],
  [120, '+0.12'],
  [-1050, '−1.05'],
  [-5, '−0.00'],
  [61_230, '+61.23'],
])('a gap of %i ms', (ms, text) => expect(formatSeconds(ms)).toBe(text));

describe('the camera of the map', () => {
  const size = { width: 480, height: 300 };

  test('shows nothing outside of the picture', () => {
    expect(within({ zoom: 2, x: 0, y: 999, follows: null }, size)).toMatchObject({ x: 120, y: 225 });
    expect(within(wholeMap, size)).toMatchObject({ x: 240, y: 150 });
  });

  test('enlarges around its centre, at most eightfold, and shows the whole map again', () => {
    const near = zoomed(wholeMap, 2, size);
    expect(near).toEqual({ zoom: 2, x: 240, y: 150, follows: null });
    expect(zoomed(near, 100, size).zoom).toBe(8);
    expect(zoomed({ ...near, follows: 1 }, 0.5, size)).toEqual({ zoom: 1, x: 240, y: 150, follows: null });
    expect(zoomed({ ...near, x: 300 }, 2, size)).toMatchObject({ zoom: 4, x: 300 });
  });

  test('keeps what is under the pointer or the fingers there, and does not let a followed run go', () => {
    const [from, to] = [
      { right: 120, down: -60 },
      { right: 100, down: -60 },
    ];
    const shows = ({ x, y, zoom }: typeof wholeMap, { right, down }: typeof from) => [
      x + right / zoom,
      y + down / zoom,
    ];
    const near = pinched(wholeMap, 2, from, from, size);
    expect(near).toMatchObject({ zoom: 2, x: 300, y: 120 });
    const moving = pinched(near, 1.5, from, to, size);
    expect(shows(moving, to)).toEqual(shows(near, from));
    expect(pinched({ ...near, follows: 0 }, 1.5, from, to, size)).toEqual({ ...near, zoom: 3, follows: 0 });
    expect(pinched(near, 0.1, from, to, size)).toMatchObject({ zoom: 1, x: 240, y: 150 });
  });

  test('is moved by keys as far as the picture goes', () => {
    const near = zoomed(wholeMap, 2, size);
    expect(moved({ ...near, follows: 2 }, 1, 0, size)).toEqual({ zoom: 2, x: 270, y: 150, follows: null });
    expect(moved({ ...near, y: 76 }, 0, -1, size)).toMatchObject({ y: 75 });
    expect(moved(wholeMap, -1, 1, size)).toMatchObject({ x: 240, y: 150 });
  });

  test.each([
    ['a notch of a wheel', { deltaY: -100, deltaMode: 0, ctrlKey: false }, 1.35],
    ['the same in lines', { deltaY: 3, deltaMode: 1, ctrlKey: false }, 0.84],
    ['a pinch on a touchpad', { deltaY: -10, deltaMode: 0, ctrlKey: true }, 1.13],
    ['a wheel with Ctrl', { deltaY: -100, deltaMode: 0, ctrlKey: true }, 1.35],
    ['a wild turn', { deltaY: 5000, deltaMode: 0, ctrlKey: false }, 0.5],
  ])('%s zooms by %j', (_what, turn, factor) => {
    expect(wheelFactor(turn, 2)).toBeCloseTo(factor, 2);
  });

  test('follows a run from near, and shows the whole map when it is chosen again', () => {
    const followed = following(wholeMap, 1);
    expect(followed).toMatchObject({ zoom: 4, follows: 1 });
    expect(following({ ...followed, zoom: 6 }, 0)).toMatchObject({ zoom: 6, follows: 0 });
    expect(following(followed, 1)).toEqual(wholeMap);
  });
});
