import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { levelOf, type Standing } from './level.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const fresh: Standing = {
  grantedLevel: null,
  addressConfirmed: true,
  mailDelivers: true,
  registeredAt: daysAgo(0),
  awardsReceived: 0,
  roleWaits: false,
  isSanctioned: false,
};
const old = { registeredAt: daysAgo(90), awardsReceived: 10 };

test.each<[string, Partial<Standing>, Level]>([
  ['a confirmed account', {}, Level.standard],
  ['an unconfirmed account', { addressConfirmed: false }, Level.basic],
  [
    'an unconfirmed account where no mail can arrive',
    { addressConfirmed: false, mailDelivers: false },
    Level.standard,
  ],
  ['90 days and 10 awards', old, Level.trusted],
  ['89 days and 10 awards', { ...old, registeredAt: daysAgo(89) }, Level.standard],
  ['90 days and 9 awards', { ...old, awardsReceived: 9 }, Level.standard],
  ['90 days and 10 awards, unconfirmed', { ...old, addressConfirmed: false }, Level.basic],
  ['90 days and 10 awards, with a sanction in force', { ...old, isSanctioned: true }, Level.standard],
  ['a granted moderator', { grantedLevel: 4 }, Level.moderator],
  ['a granted site leader, unconfirmed', { grantedLevel: 5, addressConfirmed: false }, Level.siteLeader],
  ['a granted administrator', { ...old, grantedLevel: 6 }, Level.administrator],
  [
    'an administrator without the factor they need',
    { ...old, grantedLevel: 6, roleWaits: true },
    Level.standard,
  ],
  [
    'a moderator without the factor they need, unconfirmed',
    { grantedLevel: 4, addressConfirmed: false, roleWaits: true },
    Level.basic,
  ],
])('%s has its level', (_, standing, level) => expect(levelOf({ ...fresh, ...standing }, now)).toBe(level));
