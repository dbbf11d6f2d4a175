import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { stuntsType } from '#lib/codes/track.ts';
import { visitor } from '#platform/viewer.ts';
import { raceOfBoard } from './race-of-board.ts';

const now = new Date('2026-05-31T12:00:00Z');
const clock = { now: () => now, today: () => '2026-05-31' } as unknown as Parameters<
  typeof raceOfBoard
>[0]['clock']; // only its time is read
const puzzle = 1;
const track = { trackId: 5, secretKey: null, relation: { isAuthor: false } };
const row = (userId: number, ReplayAt = '2026-05-30T00:00:00.000', IsSecret = false) => ({
  ReplayAt,
  IsSecret,
  User: { UserId: userId },
});
const old = '2026-04-30T12:00:00.000';
const address = '/trackreplayview/5?race=1&camera=chase';

test.each([
  ['two runs', 0, [row(1), row(2)], visitor, address],
  ['one run', 0, [row(1)], visitor, null],
  ['one run and a secret one', 0, [row(1), row(2, old, true)], visitor, null],
  ['two runs of a puzzle, one within 30 days', puzzle, [row(1), row(2, old)], visitor, null],
  ['the same for its driver', puzzle, [row(1), row(2, old)], { ...visitor, userId: 1 }, address],
  [
    'the same for a moderator',
    puzzle,
    [row(1), row(2, old)],
    { ...visitor, level: Level.moderator },
    address,
  ],
  ['two runs of a puzzle after 30 days', puzzle, [row(1, old), row(2, old)], visitor, address],
  ['stunts, which no one wins by time', stuntsType, [row(1), row(2)], visitor, null],
])('%s', (_what, primaryType, rows, viewer, expected) => {
  expect(raceOfBoard({ viewer, clock }, { ...track, primaryType }, rows)).toBe(expected);
});
