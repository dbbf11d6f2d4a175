import { expect, test } from 'vitest';
import { cursorOn } from './paint-cursor.ts';

const [width, height] = [100, 20];

/** A canvas as a row of columns: true where something is painted. */
function canvas() {
  const columns = Array.from({ length: width }, () => false);
  const set = (from: number, wide: number, value: boolean) => columns.fill(value, from, from + wide);
  return {
    fillStyle: '',
    clearRect: (x: number, _: number, wide: number) => void set(x, wide, false),
    fillRect: (x: number, _: number, wide: number) => void set(x, wide, true),
    painted: () => columns.flatMap((isPainted, x) => (isPainted ? [x] : [])),
  };
}

test('a cursor moves and leaves nothing behind', () => {
  const paint = canvas();
  const move = cursorOn(paint, width, height, 'red', 2);
  for (const x of [0, 1, 50, 49, 97]) {
    move(x);
    expect(paint.painted()).toEqual([x, x + 1]);
  }
  expect(paint.fillStyle).toBe('red');
});

test('after the axis has changed, which starts a new cursor, the old one is gone', () => {
  const paint = canvas();
  cursorOn(paint, width, height, 'red', 1)(30);
  const move = cursorOn(paint, width, height, 'red', 1);
  expect(paint.painted()).toEqual([]);
  move(70);
  expect(paint.painted()).toEqual([70]);
});
