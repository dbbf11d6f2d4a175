import { expect, test } from 'vitest';
import { exactMoment, publishedLabel, publishedText } from './published-text.ts';

const open = { IsPublic: true, IsListed: true, ReleaseDate: null };
const hidden = { ...open, IsPublic: false };
const timed = { ...hidden, ReleaseDate: '2026-11-26T14:05:00' };

test.each([
  [open, 'Published', 'is published'],
  [
    { ...open, IsListed: false },
    'Saved, unlisted',
    'is unlisted: only people with its secret link can open it',
  ],
  [hidden, 'Saved, hidden', 'is hidden: only its authors and moderators can see it'],
  [timed, 'Saved, release planned', 'is hidden until 26 Nov 2026, 14:05 UTC, when everyone can see it'],
  [
    { ...timed, IsListed: false },
    'Saved, release planned',
    'is hidden until 26 Nov 2026, 14:05 UTC, when anyone with its secret link can see it',
  ],
  [{ ...hidden, IsWaiting: true as const }, 'Waiting for review', 'is waiting for a moderator’s approval'],
])('the outcome of %j is %s: %s', (outcome, label, text) => {
  expect([publishedLabel(outcome), publishedText(outcome)]).toEqual([label, text]);
});

test('an exact moment has its hour and its time zone', () => {
  expect(exactMoment(new Date('2026-01-05T00:00:59Z'))).toBe('5 Jan 2026, 00:00 UTC');
});
