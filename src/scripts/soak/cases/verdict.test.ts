import { expect, test } from 'vitest';
import type { Visited } from './stage.ts';
import { aims, type CaseResult, casesTable, figuresOf, missedAims, p99Aim } from './verdict.ts';

const page = (ms: number): Visited => ({ kind: 'home', ms, status: 200, ok: true });
const refusal: Visited = { kind: 'home', ms: 5, status: 503, ok: false };
const signIn = (ms: number): Visited => ({ kind: 'sign in', ms, status: 200, ok: true });
const pages = (count: number, ms: number) => Array.from({ length: count }, () => page(ms));
const report = (visited: readonly Visited[]) => ({ visited, ownStopMs: 1 });

const fine: CaseResult = {
  name: 'pages',
  quiet: report(pages(200, 30)),
  visitor: report(pages(200, 40)),
  attack: { statuses: { 200: 9, 503: 4 }, missed: [] },
  seconds: 60,
  logBytes: 0,
  isTimed: true,
};

test('the times of a visitor are those of pages; signing in is counted separately', () => {
  const visited = [...pages(98, 10), page(70), page(90), signIn(900), { ...page(700), kind: 'viewer' }];
  expect(figuresOf(visited)).toEqual({
    visits: 102,
    refused: 0,
    p50Ms: 10,
    p99Ms: 90,
    mostMs: 90,
    signInMs: 900,
  });
});

test('one slow page in two hundred is not the p99', () => {
  expect(figuresOf([...pages(199, 10), page(5000)])).toMatchObject({ p99Ms: 10, mostMs: 5000 });
  expect(figuresOf([...pages(198, 10), page(300), page(5000)])).toMatchObject({ p99Ms: 300 });
});

test.each([
  ['a quick quiet run', 30, 200],
  ['one just below half of the fixed time', 99, 200],
  ['one at half of it', 100, 200],
  ['one just above half of it', 101, 202],
])('%s: the p99 may be twice as long, or the fixed time', (_, quietMs, most) =>
  expect(p99Aim(quietMs)).toBe(most),
);

test.each([
  ['a visitor who was served quickly', fine],
  ['a p99 at its limit', { ...fine, visitor: report(pages(200, 200)) }],
  ['a log at its limit', { ...fine, logBytes: aims.logBytesPerMinute }],
  ['a slow visitor of a busy machine', { ...fine, isTimed: false, visitor: report(pages(200, 9000)) }],
])('%s misses no aim', (_, result) => expect(missedAims(result)).toEqual([]));

test.each([
  [
    'a refusal',
    { visitor: report([...pages(200, 40), refusal]) },
    '1 of 201 requests of the ordinary visitor were refused (1 × 503 for home)',
  ],
  ['no response', { visitor: report([{ ...refusal, status: null }]) }, /\(1 × no response for home\)$/],
  [
    'a p99 above its limit',
    { visitor: report(pages(200, 201)) },
    'p99 of the ordinary visitor: 201 ms, at most 200 ms',
  ],
  [
    'too much log in a minute',
    { logBytes: aims.logBytesPerMinute + 60_000 },
    '2.1 MB of log a minute, at most 2.0 MB',
  ],
  [
    'as much in half a minute',
    { logBytes: aims.logBytesPerMinute, seconds: 30 },
    '4.0 MB of log a minute, at most 2.0 MB',
  ],
  [
    'an aim of the case itself',
    { attack: { statuses: {}, missed: ['a track was refused'] } },
    'a track was refused',
  ],
  ['a visitor who did nothing', { visitor: report([]) }, 'the ordinary visitor sent no request'],
])('%s misses an aim', (_, change, text) =>
  expect(missedAims({ ...fine, ...change })).toEqual([
    typeof text === 'string' ? text : expect.stringMatching(text),
  ]),
);

test('a refused visitor on a busy machine misses an aim, too', () => {
  expect(missedAims({ ...fine, isTimed: false, visitor: report([refusal]) })).toHaveLength(1);
});

test('the table has a line for every case, which says whether it reached its aims', () => {
  const slow = { ...fine, name: 'lists', visitor: report(pages(200, 900)) };
  const [heads = '', first = '', second = '', ...more] = casesTable([fine, slow]).split('\n');
  expect(more).toEqual([]);
  expect(heads.trim().split(/ {2,}/)).toHaveLength(12);
  expect(first.trim().split(/ {2,}/)).toEqual([
    'pages',
    '200',
    '0',
    '40',
    '40',
    '40',
    '30',
    '200',
    '-',
    '1',
    '0.0 MB',
    '9 × 200 4 × 503',
    'ok',
  ]);
  expect(second.trimEnd()).toMatch(/^lists .* 900 .*MISSED$/);
});
