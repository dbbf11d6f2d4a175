import { expect, test } from 'vitest';
import { namesPerson, titleOf } from './titles.ts';

const act = (subjectKind: string, subjectId: number, personId: number | null = null) => ({
  subjectKind,
  subjectId,
  before: null,
  after: null,
  person: personId === null ? null : { UserId: personId, Name: 'ann', Tint: 0 },
});

test.each([
  [act('edition', 0), 'Edition TMNF'],
  [{ ...act('board', 105), after: { Title: 'Laps' } }, 'Board “Laps”'],
  [{ ...act('board', 105), before: { Title: 'Old' }, after: { Title: 'New' } }, 'Board “New”'],
  [{ ...act('thread', 7), before: { ThreadTitle: 'Best laps' } }, 'Thread “Best laps”'],
  [act('thread', 7), 'Thread 7'],
  [act('record', 7), 'Online record 7'],
  [act('track', 7), 'track 7'],
])('%j is called %s', (subject, title) => expect(titleOf(subject, 'TMNF')).toBe(title));

test.each([
  ['user', 5, 5, true],
  ['face', 5, 5, true],
  ['message', 5, 8, true],
  ['user', 5, 8, false],
  ['track', 5, 5, false],
])('the title of %s %i names the user %i: %s', (kind, id, personId, names) =>
  expect(namesPerson(act(kind, id, personId))).toBe(names),
);
