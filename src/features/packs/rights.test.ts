import { expect, test } from 'vitest';
import { mayDecidePack, mayDeletePack, mayEditPack, mayRestorePack, onlyAsModerator } from './rights.ts';

const nobody = { isOwner: false, isManager: false, isModerator: false };
const roles = [
  nobody,
  { ...nobody, isManager: true },
  { ...nobody, isOwner: true },
  { ...nobody, isModerator: true },
];
const now = new Date('2026-11-21T12:00:00Z');
const deleted = (days: number, deletedReason: string | null = null) => ({
  deletedAt: new Date(now.getTime() - days * 86_400_000),
  deletedReason,
});

/** For nobody, a manager, the owner, a moderator. */
test.each([
  ['edit', (role: typeof nobody) => mayEditPack(role, { isLegacy: false }), '-+++'],
  ['edit a legacy pack', (role: typeof nobody) => mayEditPack(role, { isLegacy: true }), '----'],
  ['decide', mayDecidePack, '--++'],
  ['delete', (role: typeof nobody) => mayDeletePack(role, { isLegacy: false }), '--++'],
  ['delete a legacy pack', (role: typeof nobody) => mayDeletePack(role, { isLegacy: true }), '---+'],
  ['restore in time', (role: typeof nobody) => mayRestorePack(role, deleted(29.9), now), '--++'],
  ['restore too late', (role: typeof nobody) => mayRestorePack(role, deleted(30), now), '----'],
  [
    'restore what a moderator deleted',
    (role: typeof nobody) => mayRestorePack(role, deleted(1, 'Spam.'), now),
    '---+',
  ],
])('%s', (_name, rule, expected) => {
  expect(roles.map((role) => (rule(role).ok ? '+' : '-')).join('')).toBe(expected);
});

test('an owner who is a moderator acts as the owner', () => {
  expect(onlyAsModerator({ ...nobody, isModerator: true }, mayDecidePack)).toBe(true);
  expect(onlyAsModerator({ ...nobody, isModerator: true, isOwner: true }, mayDecidePack)).toBe(false);
});
