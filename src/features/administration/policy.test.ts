import { expect, test } from 'vitest';
import { maySetRole } from './policy.ts';

const facts = { before: 0, after: 4, isEverywhere: false, isOwn: false };

test.each([
  [4, false, facts, false],
  [5, false, facts, true],
  [5, false, { ...facts, before: 4, after: 0 }, true],
  [5, false, { ...facts, after: 5 }, false],
  [5, false, { ...facts, before: 5, after: 4 }, false],
  [5, false, { ...facts, isEverywhere: true }, false],
  [6, false, { ...facts, after: 5 }, true],
  [6, false, { ...facts, after: 6 }, false],
  [6, false, { ...facts, before: 6, after: 0 }, false],
  [6, false, { ...facts, isEverywhere: true }, false],
  [6, true, { ...facts, after: 6 }, true],
  [6, true, { ...facts, isEverywhere: true, after: 6 }, true],
  [6, true, { ...facts, before: 6, after: 0, isOwn: true }, false],
])('level %i (all editions: %s) and %j: %s', (level, all, change, allowed) =>
  expect(maySetRole(level, all, change).ok).toBe(allowed),
);
