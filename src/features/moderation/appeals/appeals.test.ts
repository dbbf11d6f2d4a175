import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { actOf } from '#testing/acts.ts';
import { appealState, mayAppeal, mayDecideAppeal } from './appeals.ts';

test.each<[string, string, { isUndone?: boolean; isAppealed?: boolean }, string | null]>([
  ['a removal', 'comment.delete', {}, null],
  ['a sanction', 'user.mute', {}, null],
  ['a restoration', 'comment.restore', {}, 'in your favour'],
  ['an undone removal', 'comment.delete', { isUndone: true }, 'has been undone'],
  ['a second time', 'comment.delete', { isAppealed: true }, 'You can appeal each action once'],
])('appealing against %s', (_, act, facts, refused) => {
  const verdict = mayAppeal({ effect: actOf(act).effect, isUndone: false, isAppealed: false, ...facts });
  expect(verdict).toEqual(
    refused === null ? { ok: true } : expect.objectContaining({ reason: expect.stringContaining(refused) }),
  );
});

const [appellantId, actedBy, other] = [1, 2, 3];

test.each([
  ['another moderator', other, Level.moderator, 'open', true],
  ['the moderator who acted', actedBy, Level.moderator, 'open', false],
  ['the moderator who acted, now a site leader', actedBy, Level.siteLeader, 'open', true],
  ['the appellant, as a moderator', appellantId, Level.moderator, 'open', false],
  ['the appellant, as an administrator', appellantId, Level.administrator, 'open', false],
  ['another moderator, a second time', other, Level.moderator, 'upheld', false],
] as const)('an appeal decided by %s', (_, userId, level, state, ok) =>
  expect(mayDecideAppeal({ userId, level }, { state, appellantId, actedBy }).ok).toBe(ok),
);

test('decisions of the server are decided by any moderator', () =>
  expect(
    mayDecideAppeal({ userId: other, level: Level.moderator }, { state: 'open', appellantId, actedBy: null })
      .ok,
  ).toBe(true));

test('an unknown state is open', () => expect(appealState('?')).toBe('open'));
