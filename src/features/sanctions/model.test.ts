import { expect, test } from 'vitest';
import {
  imposedSentence,
  lengthLabel,
  liftedSentence,
  sanctionRules,
  sanctionWords,
  stateOf,
} from './model.ts';

const now = new Date('2026-11-24T12:00:00Z');
const at = (iso: string) => new Date(iso);

test.each([
  ['before its end', at('2026-11-24T12:00:01Z'), null, 'in force'],
  ['at its end', now, null, 'ended'],
  ['without an end', null, null, 'in force'],
  ['lifted before its end', at('2026-12-01T12:00:00Z'), now, 'lifted'],
  ['lifted after its end', at('2026-11-01T12:00:00Z'), now, 'lifted'],
])('a sanction %s', (_, endsAt, liftedAt, state) => expect(stateOf({ endsAt, liftedAt }, now)).toBe(state));

test('only a suspension has no end', () => {
  for (const [kind, { lengths }] of Object.entries(sanctionRules))
    expect([kind, lengths.includes('good')]).toEqual([kind, kind === 'suspension']);
});

test.each([
  [1, '1 day'],
  [30, '30 days'],
  ['good', 'Permanently'],
] as const)('the length %s is labelled', (length, label) => expect(lengthLabel(length)).toBe(label));

test('sentences name the edition, the end and the reason', () => {
  const end = at('2026-12-01T12:00:00Z');
  expect(sanctionWords('mute', 'United', end)).toBe('Mute on United until 2026-12-01 12:00 UTC');
  expect(imposedSentence('mute', 'United', end, 'Insults.\n')).toBe(
    'You are muted on United until 2026-12-01 12:00 UTC. Reason: Insults.',
  );
  expect(imposedSentence('suspension', null, null, 'Spam.')).toBe(
    'You are suspended on all editions for good. Reason: Spam.',
  );
  expect(imposedSentence('warning', 'United', end, 'Spam.')).toBe('You were warned on United. Reason: Spam.');
  expect(liftedSentence('mute', null, 'A mistake.')).toBe(
    'Your mute on all editions was lifted. Reason: A mistake.',
  );
});
