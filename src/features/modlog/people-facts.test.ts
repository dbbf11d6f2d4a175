import { expect, test } from 'vitest';
import { peopleIn, withNames } from './people-facts.ts';

const names = new Map([
  [2, 'ann'],
  [3, 'ben'],
]);

test.each([
  [{ CrewOrder: [3, 2] }, { CrewOrder: ['ben', 'ann'] }],
  [
    { Creator: 2, Length: 2 },
    { Creator: ['ann'], Length: 2 },
  ],
  // 9 is unknown
  [
    { CoAuthors: [9, 3], Tags: [3] },
    { CoAuthors: ['ben'], Tags: [3] },
  ],
  [{ Managers: [9], Name: 'Cup' }, { Name: 'Cup' }],
  [
    { Managers: [], Creator: null },
    { Managers: [], Creator: [] },
  ],
  [null, null],
])('%j is shown with names as %j', (state, shown) => expect(withNames(state, names)).toEqual(shown));

test('the users of a state are those of its facts about people', () => {
  expect(peopleIn({ CrewOrder: [2, 3], Creator: 4, Position: 5, Tags: [6] })).toEqual([2, 3, 4]);
  expect(peopleIn(null)).toEqual([]);
});
