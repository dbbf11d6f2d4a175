import { expect, test } from 'vitest';
import { movedUp } from './people-list.ts';

const people = [1, 2, 3].map((userId) => ({ userId, name: `User ${userId}`, role: '' }));

test.each([
  ['the last', 3, [1, 3, 2]],
  ['the second', 2, [2, 1, 3]],
  ['the first, who stays', 1, [1, 2, 3]],
  ['nobody of the list', 9, [1, 2, 3]],
])('moving up %s', (_, userId, expected) => {
  expect(movedUp(people, userId).map((person) => person.userId)).toEqual(expected);
});
