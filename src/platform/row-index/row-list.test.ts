import { expect, test } from 'vitest';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { runSeed } from '#testing/run-seed.ts';
import { RowList } from './row-list.ts';

const seed = runSeed();

const contents = (list: RowList) => [...list.view(0, list.length)];

test(`rows are added, moved and removed anywhere as in an array, seed ${seed}`, () => {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  for (const shape of ['anywhere', 'front', 'end'] as const) {
    const expected = Array.from({ length: 5 }, (_, row) => row);
    const list = new RowList(Int32Array.from(expected));
    const place = (most: number) => (shape === 'anywhere' ? below(most) : shape === 'front' ? 0 : most - 1);
    for (let step = 0; step < 2000; step++) {
      // grows, then shrinks to nothing
      const kind = expected.length > 0 ? below(step < 1000 ? 4 : 6) : 0;
      if (kind < 2) {
        const at = place(expected.length + 1);
        list.insert(at, step);
        expected.splice(at, 0, step);
      } else if (kind === 2) {
        const [from, to] = [below(expected.length), below(expected.length)];
        list.move(from, to);
        expected.splice(to, 0, ...expected.splice(from, 1));
      } else {
        const at = place(expected.length);
        list.remove(at);
        expected.splice(at, 1);
      }
      if (step % 50 === 0) expect(contents(list)).toEqual(expected);
    }
    expect(contents(list)).toEqual(expected);
    expect(expected.map((_, at) => list.at(at))).toEqual(expected);
  }
});

test('an empty list takes rows at both ends', () => {
  const list = new RowList();
  for (const [at, row] of [
    [0, 5],
    [0, 4],
    [2, 6],
    [0, 3],
  ] as const)
    list.insert(at, row);
  expect(contents(list)).toEqual([3, 4, 5, 6]);
  for (let left = 4; left > 0; left--) list.remove(left - 1);
  expect(list.length).toBe(0);
  list.insert(0, 7);
  expect(contents(list)).toEqual([7]);
});
