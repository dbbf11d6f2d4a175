import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import { mayAward, mayComment, mayDelete, mayEdit, mayReply } from './policy.ts';

const person = (userId: number, level: Level): Viewer => ({ ...visitor, accountId: userId, userId, level });
const cast = {
  visitor,
  basic: person(1, Level.basic),
  writer: person(2, Level.standard),
  moderator: person(3, Level.moderator),
  administrator: person(4, Level.administrator),
};
type Role = keyof typeof cast;
const roles = Object.keys(cast) as Role[]; // the keys of `cast`

const written = new Date(0);
const day = 86_400_000;
const soon = new Date(day);
const late = new Date(day + 1);
const comment = { userId: cast.writer.userId, isAward: false, commentAt: written, isDeleted: false };
const award = { ...comment, isAward: true };
const gone = { ...comment, isDeleted: true };

test.each<[string, (viewer: Viewer) => { ok: boolean }, Role[]]>([
  ['write a comment', mayComment, ['basic', 'writer', 'moderator', 'administrator']],
  ['reply', (viewer) => mayReply(viewer, comment), ['basic', 'writer', 'moderator', 'administrator']],
  ['reply to what is gone', (viewer) => mayReply(viewer, gone), []],
  ['change a comment', (viewer) => mayEdit(viewer, comment), ['writer']],
  ['change an award', (viewer) => mayEdit(viewer, award), ['writer']],
  ['change what is gone', (viewer) => mayEdit(viewer, gone), []],
  [
    'delete a comment',
    (viewer) => mayDelete(viewer, comment, late),
    ['writer', 'moderator', 'administrator'],
  ],
  [
    'delete an award on its day',
    (viewer) => mayDelete(viewer, award, soon),
    ['writer', 'moderator', 'administrator'],
  ],
  ['delete an award later', (viewer) => mayDelete(viewer, award, late), ['moderator', 'administrator']],
  ['delete what is gone', (viewer) => mayDelete(viewer, gone, soon), []],
])('who may %s', (_, may, expected) => {
  expect(roles.filter((role) => may(cast[role]).ok)).toEqual(expected);
});

const track = { isPublic: true, isBeta: false, isAuthor: false, isInvited: false };
const giver = { accountAgeMs: 31 * day, givenLately: 0, hasAwarded: false };

test.each<[string, Role, Partial<typeof track>, Partial<typeof giver>, RegExp | null]>([
  ['somebody of long standing', 'writer', {}, {}, null],
  ['the thirtieth of a day', 'writer', {}, { givenLately: 29 }, null],
  ['the thirty-first of a day', 'writer', {}, { givenLately: 30 }, /30 awards/],
  ['the eleventh of a newcomer', 'writer', {}, { accountAgeMs: 2 * day, givenLately: 10 }, /10 awards/],
  ['on the first day', 'writer', {}, { accountAgeMs: day - 1 }, /24 hours after you sign up/],
  ['an unconfirmed address', 'basic', {}, {}, /Confirm your email/],
  ['a visitor', 'visitor', {}, {}, /Sign in/],
  ['an author', 'writer', { isAuthor: true }, {}, /own track/],
  ['an invited author', 'writer', { isInvited: true }, {}, /own track/],
  ['a hidden track', 'moderator', { isPublic: false }, {}, /hidden/],
  ['a beta track', 'writer', { isBeta: true }, {}, /beta/],
  ['a second one', 'writer', {}, { hasAwarded: true }, /already/],
])('an award by or for %s', (_, role, trackFacts, giverFacts, reason) => {
  const verdict = mayAward(cast[role], { ...track, ...trackFacts }, { ...giver, ...giverFacts });
  if (reason) expect(verdict).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  else expect(verdict).toEqual({ ok: true });
});
