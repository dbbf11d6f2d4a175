import { expect, test } from 'vitest';
import { endedBefore, isRecent, seenLongAgo, sessionEnd } from './session-life.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const [second, minute, hour] = [1000, 60_000, 3_600_000];
const day = 24 * hour;

test.each([
  ['a member unseen for a second less than 30 days', null, day * 40, day * 30 - second, false],
  ['a member unseen for 30 days', null, day * 40, day * 30, true],
  ['a member unseen for 30 days and a second', null, day * 40, day * 30 + second, true],
  ['a member who signed in a second less than 90 days ago', null, day * 90 - second, 0, false],
  ['a member who signed in 90 days ago', null, day * 90, 0, true],
  ['a member who signed in 90 days and a second ago', null, day * 90 + second, 0, true],
  ['a role below moderator counts as a member', 3, day * 8, 13 * hour, false],
  ['a moderator unseen for a second less than 12 hours', 4, day, 12 * hour - second, false],
  ['a moderator unseen for 12 hours', 4, day, 12 * hour, true],
  ['an administrator unseen for 12 hours and a second', 6, day, 12 * hour + second, true],
  ['a moderator who signed in a second less than 7 days ago', 4, day * 7 - second, 0, false],
  ['a moderator who signed in 7 days ago', 4, day * 7, 0, true],
  ['a moderator who signed in 7 days and a second ago', 4, day * 7 + second, 0, true],
])('%s', (_, grantedLevel, sinceStart, sinceVisit, ended) => {
  const end = sessionEnd({ createdAt: ago(sinceStart), lastSeenAt: ago(sinceVisit), grantedLevel });
  expect(end <= now).toBe(ended);
});

test('the sweep deletes sessions that have ended for all levels', () =>
  expect(endedBefore(now)).toEqual(ago(90 * day)));

test.each([
  [5 * minute - 1, false],
  [5 * minute, true],
  [5 * minute + 1, true],
])('a visit %i ms after the stored one is stored: %s', (ms, written) =>
  expect(seenLongAgo(ago(ms), now)).toBe(written),
);

test.each([
  [10 * minute - second, true],
  [10 * minute, false],
  [10 * minute + second, false],
])('signing in %i ms ago is recent: %s', (ms, recent) => expect(isRecent(ago(ms), now)).toBe(recent));
