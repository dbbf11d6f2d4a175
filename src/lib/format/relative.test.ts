import { expect, test } from 'vitest';
import { formatRelative } from './relative.ts';

const NOW = new Date('2026-03-14T12:00:00Z');

test.each([
  ['2026-03-14T12:00:00Z', 'now'],
  ['2026-03-14T11:59:01Z', 'now'],
  ['2026-03-14T12:00:30Z', 'now'],
  ['2026-03-14T11:59:00Z', '1 minute ago'],
  ['2026-03-14T11:00:01Z', '59 minutes ago'],
  ['2026-03-14T11:00:00Z', '1 hour ago'],
  ['2026-03-13T12:00:01Z', '23 hours ago'],
  ['2026-03-13T12:00:00Z', 'yesterday'],
  ['2026-03-13T00:00:00Z', 'yesterday'],
  ['2026-03-12T23:59:59Z', '12 Mar'],
  ['2026-01-01T00:00:00Z', '1 Jan'],
  ['2025-12-31T23:59:59Z', '31 Dec 2025'],
  ['2004-03-27T10:00:00Z', '27 Mar 2004'],
  ['2026-03-20T12:00:00Z', '20 Mar'],
  ['2027-01-02T12:00:00Z', '2 Jan 2027'],
  ['not a date', 'N/A'],
])('%s is shown as %s', (at, text) => {
  expect(formatRelative(new Date(at), NOW)).toBe(text);
});

test('a missing date is N/A', () => {
  expect(formatRelative(null, NOW)).toBe('N/A');
  expect(formatRelative(undefined, NOW)).toBe('N/A');
});
