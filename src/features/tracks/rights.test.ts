import { describe, expect, test } from 'vitest';
import { daysBefore } from '#lib/codes/durations.ts';
import type { TrackRelation } from './model.ts';
import { may, mayDelete, mayRelease, mayRestore, onlyAsModerator, type TrackRight } from './rights.ts';

const stranger: TrackRelation = {
  isUploader: false,
  isAuthor: false,
  isPending: false,
  isModerator: false,
  managesItsPack: false,
  hasSecret: false,
};
const people = {
  uploader: { ...stranger, isUploader: true, isAuthor: true },
  coAuthor: { ...stranger, isAuthor: true },
  pending: { ...stranger, isPending: true },
  moderator: { ...stranger, isModerator: true },
  packManager: { ...stranger, managesItsPack: true },
  keyHolder: { ...stranger, hasSecret: true },
  stranger,
} satisfies Record<string, TrackRelation>;
type Person = keyof typeof people;
const everybody = Object.keys(people) as Person[]; // its own keys

describe('who may do what', () => {
  test.each<[TrackRight, Person[]]>([
    ['edit', ['uploader', 'coAuthor', 'moderator']],
    ['setAuthors', ['uploader', 'moderator']],
    ['setVisibility', ['uploader', 'moderator']],
    ['release', ['uploader', 'moderator']],
    ['renewLink', ['uploader', 'moderator']],
    ['replaceFile', ['uploader']],
    ['delete', ['uploader', 'moderator']],
    ['restore', ['uploader', 'moderator']],
    ['answerInvitation', ['pending']],
    ['withdraw', ['coAuthor']],
  ])('%s: %j', (act, allowed) => {
    expect(everybody.filter((person) => may(act, people[person]).ok)).toEqual(allowed);
    const refusal = may(act, stranger);
    expect(refusal.ok ? '' : refusal.reason).toMatch(/^[A-Z].*\.$/);
  });
});

test.each([
  ['uploader', 0, true],
  ['uploader', 1, false],
  ['uploader', 7, false],
  ['moderator', 7, true],
  ['coAuthor', 0, false],
] as const)('%s deletes a track that %i others have driven: %s', (person, otherDrivers, ok) => {
  expect(mayDelete(people[person], { otherDrivers }).ok).toBe(ok);
});

const now = new Date('2026-11-21T12:00:00Z');
test.each([
  ['uploader', false, false, null, true],
  ['uploader', true, false, null, false],
  ['uploader', true, true, null, true],
  ['uploader', false, false, 'review', false],
  ['uploader', true, true, 'crew', false],
  ['coAuthor', false, false, null, false],
  ['moderator', false, false, null, true],
  ['moderator', false, false, 'review', true],
  ['moderator', true, true, 'crew', false],
] as const)(
  '%s releases what was released before (%s), beta %s, held back %s: %s',
  (person, wasReleased, isBeta, hold, ok) => {
    expect(mayRelease(people[person], { wasReleased, isBeta, hold }).ok).toBe(ok);
  },
);

test.each([
  ['uploader', 29, null, true],
  ['uploader', 30, null, false],
  ['uploader', 1, 'Stolen.', false],
  ['moderator', 1, 'Stolen.', true],
  ['moderator', 31, 'Stolen.', false],
  ['coAuthor', 1, null, false],
] as const)(
  '%s restores after %i days a track that was deleted with the reason %s: %s',
  (person, days, deletedReason, ok) => {
    const deletedAt = daysBefore(now, days);
    expect(mayRestore(people[person], { deletedAt, deletedReason }, now).ok).toBe(ok);
  },
);

test('only deleted tracks can be restored', () => {
  expect(mayRestore(people.uploader, { deletedAt: null, deletedReason: null }, now).ok).toBe(false);
});

test.each([
  ['moderator', people.moderator, 0, true],
  ['moderator who made it', { ...people.uploader, isModerator: true }, 0, false],
  ['moderator who made what others have driven', { ...people.uploader, isModerator: true }, 2, true],
  ['uploader', people.uploader, 0, false],
] as const)('a %s deletes only as a moderator', (_name, relation, otherDrivers, alone) => {
  expect(onlyAsModerator(relation, (one) => mayDelete(one, { otherDrivers }))).toBe(alone);
});
