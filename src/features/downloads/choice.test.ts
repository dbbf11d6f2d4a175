import { expect, test } from 'vitest';
import { type Choice, choiceOf, choose, partsOf } from './choice.ts';

const all: Choice = { start: 1, most: null, isRandom: false, isShuffled: false };
const files = [1, 2, 3, 4, 5];
/** always the smallest index: a known order */
const lowest = () => 0;

test.each<[Partial<Choice>, number[]]>([
  [{}, [1, 2, 3, 4, 5]],
  [{ start: 4 }, [4, 5]],
  [{ start: 5 }, [5]],
  [{ most: 2 }, [1, 2]],
  [{ most: 9 }, [1, 2, 3, 4, 5]],
  [{ start: 2, most: 2 }, [2, 3]],
  [{ isShuffled: true }, [2, 3, 4, 5, 1]],
  [{ most: 2, isRandom: true }, [2, 3]],
  [{ start: 3, most: 2, isRandom: true, isShuffled: true }, [5, 4]],
  [{ isRandom: true }, [1, 2, 3, 4, 5]],
])('%j chooses %j', (change, chosen) => {
  expect(choose(files, { ...all, ...change }, lowest)).toEqual(chosen);
});

test('a random choice contains each file once, and every file sometimes', () => {
  const seen = new Set<number>();
  for (let round = 0; round < 200; round++) {
    const chosen = choose(files, { ...all, most: 2, isRandom: true });
    expect(new Set(chosen).size).toBe(2);
    for (const file of chosen) seen.add(file);
  }
  expect(seen.size).toBe(5);
});

const typed = { start: '', most: '', isRandom: false, isShuffled: false };

test.each([
  [{}, all],
  [
    { start: ' 5 ', most: '5' },
    { ...all, start: 5, most: 5 },
  ],
  [{ start: '0' }, { field: 'start' }],
  [{ start: '6' }, { field: 'start' }],
  [{ start: '-1' }, { field: 'start' }],
  [{ start: '1.5' }, { field: 'start' }],
  [{ most: '0' }, { field: 'most' }],
  [{ most: '6' }, { field: 'most' }],
  [{ most: 'x' }, { field: 'most' }],
])('%j is read as %j', (change, expected) => {
  expect(choiceOf({ ...typed, ...change }, 5)).toMatchObject(expected);
});

test.each([
  [0, []],
  [1, [1]],
  [2, [2]],
  [3, [2, 1]],
])('%i files make parts of %j', (count, sizes) => {
  const parts = partsOf([...Array(count).keys()], 2);
  expect(parts.map((part) => part.length)).toEqual(sizes);
  expect(parts.flat()).toEqual([...Array(count).keys()]);
});
