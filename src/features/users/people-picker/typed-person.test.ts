import { expect, test } from 'vitest';
import { typedPerson } from './typed-person.ts';

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
