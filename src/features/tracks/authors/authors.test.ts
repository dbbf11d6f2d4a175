import { describe, expect, test } from 'vitest';
import { checkedPeople } from '#features/users/people-picker/people-settings.ts';
import {
  type AuthorEntry,
  authorLabel,
  authorMessages,
  authorRules,
  maxAuthors,
  withAuthor,
} from './authors.ts';

const person = (userId: number): AuthorEntry => ({ userId, name: `P${userId}`, role: '', isPending: true });
const row = (UserId: number, Role = '') => ({ UserId, Role });

describe('co-authors as forms send them', () => {
  test.each([
    ['nobody', [], null],
    ['two people', [row(2, ' scenery '), row(3)], null],
    ['the same person twice', [row(2), row(3), row(2)], authorMessages.duplicate],
    ['the uploader', [row(2), row(1)], authorMessages.uploader],
    ['a role of 100 characters', [row(2, 'é'.repeat(100))], null],
    ['a role of 100 characters beyond the first plane', [row(2, '🏁'.repeat(100))], null],
    [
      'an invisible role',
      [row(2, '\u3164')],
      'A role cannot contain the invisible character U+3164 (Hangul filler).',
    ],
    ['a role of 101', [row(2, 'x'.repeat(101))], authorMessages.role],
    ['no person', [row(0)], authorMessages.unknown],
    ['half a person', [row(1.5)], authorMessages.unknown],
    ['as many as there may be', Array.from({ length: maxAuthors }, (_, i) => row(i + 2)), null],
    ['one more', Array.from({ length: maxAuthors + 1 }, (_, i) => row(i + 2)), authorMessages.tooMany],
  ])('%s', (_name, sent, message) => {
    const parsed = checkedPeople(authorRules, 1, sent);
    expect(parsed.mistake?.message ?? null).toBe(message);
  });

  test('a role is one line', () => {
    expect(checkedPeople(authorRules, 1, [row(2, ' a\n\0b ')]).people).toEqual([row(2, 'a b')]);
  });
});

describe('adding a co-author', () => {
  test('puts them last, without a role, pending', () => {
    const added = withAuthor([person(2)], { userId: 3, name: 'Cy' }, 'Ann');
    expect(added).toEqual({ ok: true, people: [person(2), { ...person(3), name: 'Cy' }] });
  });

  test.each([
    ['a listed user', [person(2)], person(2), authorMessages.duplicate],
    ['the uploader', [], { userId: 9, name: 'Ann' }, authorMessages.uploader],
    [
      'too many',
      Array.from({ length: maxAuthors }, (_, i) => person(i + 1)),
      person(999),
      authorMessages.tooMany,
    ],
  ])('refuses one %s', (_name, authors, { userId, name }, message) => {
    expect(withAuthor(authors, { userId, name }, 'Ann')).toEqual({ ok: false, message });
  });
});

test.each([
  [{ isUploader: true, isPending: false }, 'Uploader'],
  [{ isUploader: false, isPending: true }, 'Pending'],
  [{ isPending: false }, 'Co-Author'],
])('%o is labelled %s', (author, label) => expect(authorLabel(author)).toBe(label));
