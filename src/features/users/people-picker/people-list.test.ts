import { expect, test } from 'vitest';
import { movedUp, typedPerson } from './people-list.ts';

const people = [1, 2, 3].map((userId) => ({ userId, name: `User ${userId}`, role: '' }));

test.each([
  ['the last', 3, [1, 3, 2]],
  ['the second', 2, [2, 1, 3]],
  ['the first, who stays', 1, [1, 2, 3]],
  ['nobody of the list', 9, [1, 2, 3]],
])('moving up %s', (_, userId, expected) => {
  expect(movedUp(people, userId).map((person) => person.userId)).toEqual(expected);
});

const nobody = { name: '', role: '' };

test.each([
  ['a new list', 'Managers[0].Name=ann&Managers[0].Role=tests', { name: 'ann', role: 'tests' }],
  [
    'after users with ids',
    'Managers=1&Managers[0].UserId=7&Managers[0].Role=host&Managers[1].Name=ann&Managers[1].Role=tests',
    { name: 'ann', role: 'tests' },
  ],
  ['without a role', 'Managers[3].Name=ann', { name: 'ann', role: '' }],
  ['a role without a name', 'Managers[0].Name=&Managers[0].Role=tests', { name: '', role: 'tests' }],
  ['an empty name before another', 'Managers[0].Name=&Managers[1].Name=ann', { name: 'ann', role: '' }],
  ['spaces as typed', 'Managers[0].Name=+ann+', { name: ' ann ', role: '' }],
  ['another list', 'Authors[0].Name=ann', nobody],
  ['ids only', 'Managers[0].UserId=7&Managers[0].Role=host', nobody],
])('%s', (_, sent, typed) => {
  expect(typedPerson('Managers', new URLSearchParams(sent))).toEqual(typed);
});

test('a form that was not refused names nobody', () => {
  expect(typedPerson('Authors', undefined)).toEqual(nobody);
});
