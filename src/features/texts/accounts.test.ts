import { expect, test } from 'vitest';
import { accountsHint } from './accounts.ts';

const now = new Date('2026-11-24T12:00:00Z');
const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
const others = (count: number, sanctioned = 0) =>
  Array.from({ length: count }, (_, index) => ({ name: `u${index}`, isSanctioned: index < sanctioned }));

test.each([
  ['a new account alone', days(1), others(0), null],
  ['two accounts', days(1), others(1), null],
  ['three accounts', days(1), others(2), 20],
  ['five accounts', days(1), others(4), 30],
  ['twenty accounts', days(1), others(19), 50],
  ['an old account among twenty', days(31), others(19), null],
  ['an account of exactly thirty days', days(30), others(19), null],
  ['one of almost thirty days', new Date(days(30).getTime() + 1), others(19), 50],
  ['one that shares with a muted one', days(1), others(1, 1), 60],
  ['an old one that shares with a muted one', days(31), others(1, 1), null],
])('%s', (_, registeredAt, sharing, score) => {
  expect(accountsHint({ registeredAt, others: sharing }, now)?.score ?? null).toBe(score);
});

test('the hint names at most five accounts', () => {
  expect(accountsHint({ registeredAt: now, others: others(7) }, now)?.text).toBe(
    'New account on the same network as u0, u1, u2, u3, u4 and 2 more. Not proof on its own: families and schools share networks.',
  );
});
