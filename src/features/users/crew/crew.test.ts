import { expect, test } from 'vitest';
import { type CrewRow, crewGroups, inOrder } from './crew.ts';

const person = (UserId: number, ModTitle: string | null): CrewRow => ({
  UserId,
  Name: `Person ${UserId}`,
  CustomUrl: null,
  Tint: ModTitle ? 2 : 0,
  ModTitle,
  CustomTitle: null,
  Notes: null,
  RegisteredAt: '2010-01-01T00:00:00.000',
});

test('the crew is sorted by rank, the former crew last, and empty groups are omitted', () => {
  const groups = crewGroups(
    [person(1, 'Moderator'), person(2, 'Administrator'), person(3, 'Moderator')],
    [person(4, null)],
  );
  expect(groups.map(({ title, people }) => [title, people.map(({ UserId }) => UserId)])).toEqual([
    ['Administrators', [2]],
    ['Moderators', [1, 3]],
    ['Former crew', [4]],
  ]);
  expect(crewGroups([], [])).toEqual([]);
});

test('site leaders decide who comes first', () => {
  const crew = [1, 2, 3, 4].map((userId) => person(userId, 'Moderator'));
  expect(inOrder(crew, [3, 9, 1]).map(({ UserId }) => UserId)).toEqual([3, 1, 2, 4]);
  expect(inOrder(crew, [])).toEqual(crew);
});
