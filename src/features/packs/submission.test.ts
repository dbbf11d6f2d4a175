import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { managesPack, type SubmissionFacts, submissionRefusal } from './submission.ts';

const pack: SubmissionFacts = {
  isManager: false,
  isLegacy: false,
  allowsSubmissions: true,
  tracks: 3,
  ownSubmissions: 0,
  submissionsPerUser: 5,
};

test.each([
  [{}, false, null],
  [{ isManager: true, allowsSubmissions: false }, false, null],
  [{ isManager: true, ownSubmissions: 500 }, false, null],
  [{ allowsSubmissions: false }, false, 'Only its managers can add tracks to this trackpack.'],
  [{ isManager: true, isLegacy: true }, false, 'This is a legacy trackpack, so it can’t be changed.'],
  [{ isManager: true }, true, 'Trackpacks can’t contain beta tracks.'],
  [{ isManager: true, tracks: 1000 }, false, 'A trackpack can have at most 1000 tracks.'],
  [{ ownSubmissions: 4 }, false, null],
  [{ ownSubmissions: 5 }, false, 'You can submit at most 5 tracks to this trackpack.'],
  [{ ownSubmissions: 1, submissionsPerUser: 1 }, false, 'You can submit at most 1 track to this trackpack.'],
])('%j, beta %s: %s', (change, isBeta, reason) => {
  expect(submissionRefusal({ ...pack, ...change }, { isBeta })).toBe(reason);
});

test.each([
  ['its owner', 7, Level.basic, false, true],
  ['a named manager', 8, Level.basic, true, true],
  ['a moderator', 8, Level.moderator, false, true],
  ['another user', 8, Level.trusted, false, false],
  ['a visitor', 0, Level.visitor, false, false],
] as const)('%s manages a pack: %#', (_, userId, level, isNamedManager, manages) => {
  expect(managesPack({ userId, level }, { ownerId: 7, isNamedManager })).toBe(manages);
});
