import { expect, test } from 'vitest';
import { chosenMoment, eraAt, momentIn, placed } from './board-at.ts';

const now = new Date('2012-03-04T12:00:00Z');

test.each([
  ['nothing', null, null],
  ['a day: its end', '2012-03-03', '2012-03-03T23:59:59.999Z'],
  ['a day with spaces', ' 2012-03-03 ', '2012-03-03T23:59:59.999Z'],
  ['an instant', '2012-03-03T10:11:12.345Z', '2012-03-03T10:11:12.345Z'],
  ['a moment ago', '2012-03-04T11:59:59.999Z', '2012-03-04T11:59:59.999Z'],
  ['this moment', '2012-03-04T12:00:00.000Z', null],
  ['today', '2012-03-04', null],
  ['a future date', '2030-01-01', null],
  ['a day that does not exist', '2012-02-30', null],
  ['other text', 'yesterday', null],
])('at= with %s', (_, text, expected) => {
  expect(momentIn(text, now)?.toISOString() ?? null).toBe(expected);
});

test.each([
  [
    'the instant shown, if the day is its own',
    '2012-03-03',
    '2012-03-03T10:11:12.345Z',
    '2012-03-03T10:11:12.345Z',
  ],
  ['its first instant', '2012-03-03', '2012-03-03T00:00:00.000Z', '2012-03-03T00:00:00.000Z'],
  ['another day: its end', '2012-03-02', '2012-03-03T00:00:00.000Z', '2012-03-02T23:59:59.999Z'],
  ['an instant of today, before now', '2012-03-04', '2012-03-04T11:00:00.000Z', '2012-03-04T11:00:00.000Z'],
  ['an instant after now', '2012-03-04', '2012-03-04T13:00:00.000Z', null],
  ['no instant', '2012-03-03', null, '2012-03-03T23:59:59.999Z'],
  ['an instant without a day', null, '2012-03-03T10:11:12.345Z', null],
  ['a day in place of the instant', '2012-03-03', '2012-03-03', '2012-03-03T23:59:59.999Z'],
  ['other text', '2012-03-03', 'Thursday', '2012-03-03T23:59:59.999Z'],
])('the form of the history names %s', (_, day, moment, expected) => {
  expect(chosenMoment(day, moment, now)?.toISOString() ?? null).toBe(expected);
});

const files = [
  { version: 2, uploadedAt: new Date('2012-02-01') },
  { version: 1, uploadedAt: new Date('2012-01-01') },
];
test.each([
  ['before the first file', '2011-12-31', 1],
  ['at the first', '2012-01-01', 1],
  ['a moment before the second', '2012-01-31T23:59:59.999Z', 1],
  ['at the second', '2012-02-01', 2],
])('the version %s', (_, at, version) => {
  expect(eraAt(files, new Date(at)).version).toBe(version);
});

test('an era lasts from one file to the next; the first one has no beginning', () => {
  expect(eraAt(files, new Date('2012-01-05'))).toMatchObject({ since: null, until: files[0]?.uploadedAt });
  expect(eraAt(files, new Date('2012-02-05'))).toMatchObject({ since: files[0]?.uploadedAt, until: null });
});

const row = (ReplayId: number, ReplayTime: number, IsSecret = false) => ({
  ReplayId,
  ReplayTime,
  IsSecret,
  ReplayScore: 0,
  ReplayRespawns: 0,
});

test('places continue from the page before; beaten replays have none, and no gap refers to them', () => {
  const page = {
    primaryType: 0,
    ahead: 50,
    first: row(1, 60_000),
    previous: row(2, 65_000),
    rows: [row(3, 66_000), row(4, 66_500), row(5, 67_000)],
    isBeaten: ({ ReplayId }: { ReplayId: number }) => ReplayId === 4,
  };
  expect(placed(page).map(({ Position, Difference, Delta }) => [Position, Difference, Delta])).toEqual([
    [50, 6000, 1000],
    [null, null, null],
    [51, 7000, 1000],
  ]);
});
