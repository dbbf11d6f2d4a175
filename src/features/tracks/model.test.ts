import { expect, test } from 'vitest';
import { maySee, medalsInOrder, medalsOf, replayTypeOf, unlimiterName, visibilityLabel } from './model.ts';

test.each([
  [true, true, false, 'Public'],
  [true, true, true, 'Public Beta Map'],
  [true, false, false, 'Unlisted'],
  [false, true, false, 'Hidden'],
  [false, false, true, 'Hidden'],
])('public %s, listed %s, beta %s is labelled %s', (isPublic, isListed, isBeta, label) => {
  expect(visibilityLabel({ isPublic, isListed, isBeta })).toBe(label);
});

const nothing = {
  isUploader: false,
  isAuthor: false,
  isPending: false,
  isModerator: false,
  managesItsPack: false,
  hasSecret: false,
};
test.each([
  // public, listed, relation, seen
  [true, true, {}, true],
  [true, false, {}, false],
  [false, true, {}, false],
  [true, false, { hasSecret: true }, true],
  [false, false, { hasSecret: true }, false],
  [false, false, { isAuthor: true }, true],
  [false, false, { isPending: true }, true],
  [false, false, { isModerator: true }, true],
  [false, false, { managesItsPack: true }, true],
])('public %s, listed %s, for %o: visible %s', (isPublic, isListed, relation, seen) => {
  expect(maySee({ isPublic, isListed }, { ...nothing, ...relation })).toBe(seen);
});

const track = { authorTimeMs: 41_280, authorScore: 7, gold: 1, silver: 2, bronze: 3 };
test.each([
  [0, 'time', 41_280],
  [1, 'time', 41_280],
  [2, 'respawns', 7],
  [3, 'points', 7],
  [4, 'time', 41_280],
  [5, 'time', 41_280],
])('the medals of type %i are %s', (primaryType, unit, author) => {
  expect(medalsOf({ ...track, primaryType })).toEqual({ unit, author, gold: 1, silver: 2, bronze: 3 });
});

test.each([
  ['time', 1, 2, 3, 4, true],
  ['time', 2, 2, 2, 2, true],
  ['time', 3, 2, 3, 4, false],
  ['time', 1, 2, 4, 3, false],
  ['time', null, null, 3, 4, true],
  ['respawns', 0, 0, 3, 10, true],
  ['respawns', 1, 0, 3, 10, false],
  ['points', 300, 260, 180, 110, true],
  ['points', 100, 260, 180, 110, false],
  ['points', null, 260, 180, 190, false],
] as const)('%s %s, %s, %s, %s are in order: %s', (unit, author, gold, silver, bronze, inOrder) => {
  expect(medalsInOrder({ unit, author, gold, silver, bronze })).toBe(inOrder);
});

test.each([
  [{}, 0],
  [{ tags: [1, 10] }, 0],
  [{ tags: [1, 40] }, 3],
  [{ tags: [41] }, 0],
  [{ unlimiterVersion: 7 }, 3],
  [{ unlimiterVersion: 7, isBeta: true }, 4],
])('%j has replay type %i', (own, type) => {
  const tags = [
    { id: 1, name: 'Stunt' },
    { id: 7, name: 'Tech' },
    { id: 40, name: 'Rolling', meaning: 'uncompetitive' as const },
    { id: 41, name: 'Round', meaning: 'laps' as const },
  ];
  expect(replayTypeOf({ tags }, { isBeta: false, unlimiterVersion: null, tags: [7], ...own })).toBe(type);
});

test.each([
  [0, 'version unknown'],
  [1, '0.4'],
  [8, '2.1'],
  [9, 'version 9'],
])('version %i of Unlimiter is shown as %j', (version, name) => expect(unlimiterName(version)).toBe(name));
