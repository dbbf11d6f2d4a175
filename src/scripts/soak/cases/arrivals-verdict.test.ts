import { expect, test } from 'vitest';
import { arrivalsTable, missedArrivals, mostMs } from './arrivals-verdict.ts';
import type { Visited } from './stage.ts';

const fine: Visited = { kind: 'first page', ms: 900, status: 200, ok: true };
const refused: Visited = { kind: 'second page', ms: 3, status: 503, ok: false };

test.each([
  ['one below the limit', mostMs - 1],
  ['at the limit', mostMs],
])('a page that takes %s is in time', (_, ms) => expect(missedArrivals([fine, { ...fine, ms }])).toEqual([]));

test.each([
  ['a page above the limit', { ...fine, ms: mostMs + 1 }, '1 of 2 pages took longer than 8000 ms'],
  ['a refusal', refused, '1 of 2 requests were refused'],
  ['no response, however late', { ...refused, status: null, ms: 60_000 }, '1 of 2 requests were refused'],
])('%s misses an aim', (_, visit, text) => expect(missedArrivals([fine, visit])).toEqual([text]));

test('if nobody arrived, nothing was shown', () => expect(missedArrivals([])).toEqual(['nobody arrived']));

test('the table counts statuses, and times only what was not refused', () => {
  const visited = [fine, { ...fine, ms: 1500 }, refused, { ...refused, status: null }];
  const lines = arrivalsTable(visited)
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  expect(lines).toEqual([
    ['request', 'sent', 'refused', 'p50', 'p99', 'most', 'statuses'],
    ['first page', '2', '0', '1500', '1500', '1500', '2 × 200'],
    ['second page', '2', '2', '0', '0', '0', '1 × 503 1 × none'],
  ]);
});
