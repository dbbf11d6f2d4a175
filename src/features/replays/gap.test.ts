import { expect, test } from 'vitest';
import { formatGain, formatGap, gapBetween, ownResult, type WireResult } from './gap.ts';

const of = (ReplayTime: number, more: Partial<WireResult> = {}): WireResult => ({
  ReplayTime,
  ReplayScore: 0,
  ReplayRespawns: 0,
  IsSecret: false,
  ...more,
});

const [race, platform, stunts] = [0, 2, 3];

test.each([
  ['a time behind', race, of(60_000), of(60_420), '+0.42'],
  ['equal times', race, of(60_000), of(60_000), '+0.00'],
  ['a millisecond below ten seconds', race, of(60_000), of(69_999), '+9.99'],
  ['ten seconds', race, of(60_000), of(70_000), '+10.00'],
  ['a minute', race, of(60_000), of(120_000), '+01:00.00'],
  [
    'one respawn more, although faster',
    platform,
    of(60_000),
    of(30_000, { ReplayRespawns: 1 }),
    '+1 respawn',
  ],
  ['two respawns more', platform, of(60_000), of(61_000, { ReplayRespawns: 2 }), '+2 respawns'],
  [
    'as many respawns',
    platform,
    of(60_000, { ReplayRespawns: 2 }),
    of(61_000, { ReplayRespawns: 2 }),
    '+1.00',
  ],
  ['fewer points', stunts, of(1, { ReplayScore: 600 }), of(1, { ReplayScore: 450 }), '−150 pts'],
  ['as many points', stunts, of(1, { ReplayScore: 600 }), of(2, { ReplayScore: 600 }), '0 pts'],
  ['behind a secret result', race, of(0, { IsSecret: true }), of(60_000), ''],
  ['of a secret result', race, of(60_000), of(0, { IsSecret: true }), ''],
])('%s', (_, type, ahead, own, text) => {
  expect(formatGap(type, gapBetween(type, ahead, own))).toBe(text);
});

test('on Platform a respawn is worth ten seconds', () => {
  expect(gapBetween(platform, of(60_000), of(61_000, { ReplayRespawns: 2 }))).toEqual({
    behind: 21_000,
    respawns: 2,
  });
});

test.each([
  [race, 60_000],
  [platform, 3],
  [stunts, 450],
])('a result of type %i in the unit of its medals', (Type, value) => {
  expect(ownResult({ ...of(60_000, { ReplayRespawns: 3, ReplayScore: 450 }), Track: { Type } })).toBe(value);
});

test.each([
  ['a time', race, of(60_000), of(60_420), '−0.42'],
  ['respawns', platform, of(60_000), of(61_000, { ReplayRespawns: 2 }), '−2 respawns'],
  ['points', stunts, of(1, { ReplayScore: 600 }), of(1, { ReplayScore: 450 }), '+150 pts'],
  ['nothing where one is secret', race, of(60_000), of(0, { IsSecret: true }), ''],
])('a new record gains %s', (_, type, record, before, text) => {
  expect(formatGain(type, gapBetween(type, record, before))).toBe(text);
});
