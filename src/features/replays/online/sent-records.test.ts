import { expect, test } from 'vitest';
import { minTimeMs } from '../checks/replay-file.ts';
import { type BoardPlace, maxSentRecords, mergeBoard, SentRecords } from './sent-records.ts';

const board = (text: string): BoardPlace[] =>
  text.split(' ').flatMap((place) => {
    const [login = '', time] = place.split(':');
    return login ? [{ login, timeMs: Number(time) }] : [];
  });
const summary = (places: readonly BoardPlace[]) =>
  places.map(({ login, timeMs }) => `${login}:${timeMs}`).join(' ');

test.each([
  ['a first record', '', 'ann:10', 'added', 'ann:10', ''],
  ['a better time', 'ann:10', 'ann:9', 'improved', 'ann:9', ''],
  ['the same time again', 'ann:10', 'ann:10', 'not better', '', ''],
  ['a worse time', 'ann:10', 'ann:11', 'not better', '', ''],
  ['the last free place', 'ann:10 ben:20', 'cy:30', 'added', 'cy:30', ''],
  ['a full board, too slow', 'ann:10 ben:20 cy:30', 'dee:31', 'too slow', '', ''],
  ['a full board, as fast as the last', 'ann:10 ben:20 cy:30', 'a:30', 'too slow', '', ''],
  ['a full board, faster than the last', 'ann:10 ben:20 cy:30', 'dee:29', 'added', 'dee:29', 'cy'],
  ['a better time on a full board', 'ann:10 ben:20 cy:30', 'cy:5', 'improved', 'cy:5', ''],
  ['twice the same login', '', 'ann:10 ann:9', 'added,improved', 'ann:9', ''],
  ['pushed out by the same request', 'ann:1 ben:2', 'cy:9 dee:8', 'too slow,added', 'dee:8', ''],
  ['more than are allowed now', 'ann:10 ben:20 cy:30 dee:40', 'ann:10', 'not better', '', 'dee'],
])('%s', (_, stored, sent, results, changed, gone) => {
  const merged = mergeBoard(board(stored), board(sent), { most: 3, replaces: true });
  expect(merged.results.join(',')).toBe(results);
  expect(summary(merged.changed)).toBe(changed);
  expect(merged.gone.join(',')).toBe(gone);
});

test.each([
  ['the last free place', 'ann:10 ben:20', 'cy:30', 'added', 'cy:30'],
  ['a faster newcomer to a full board', 'ann:10 ben:20 cy:30', 'dee:1', 'full', ''],
  ['a better time on a full board', 'ann:10 ben:20 cy:30', 'cy:5', 'improved', 'cy:5'],
  ['more than are allowed now', 'ann:10 ben:20 cy:30 dee:40', 'dee:39', 'improved', 'dee:39'],
])('a sender without approval replaces nothing: %s', (_, stored, sent, results, changed) => {
  const merged = mergeBoard(board(stored), board(sent), { most: 3, replaces: false });
  expect(merged.results.join(',')).toBe(results);
  expect(summary(merged.changed)).toBe(changed);
  expect(merged.gone).toEqual([]);
});

const record = { UId: 'abc', Mode: 1, Login: 'ann', Time: 41_000 };
const accepts = (change: object) => SentRecords.safeParse({ Records: [{ ...record, ...change }] }).success;

test.each([
  [{ Time: 0 }, false],
  [{ Time: -41_000 }, false],
  [{ Time: minTimeMs - 1 }, false],
  [{ Time: minTimeMs }, true],
  [{ Time: 86_400_000 }, true],
  [{ Time: 86_400_001 }, false],
  [{ Time: 1.5 }, false],
  [{ Time: '41000' }, false],
  [{ Mode: -1 }, false],
  [{ Mode: 0 }, true],
  [{ Mode: 2 }, false],
  [{ Login: '' }, false],
  [{ Login: 'x'.repeat(64) }, true],
  [{ Login: 'x'.repeat(65) }, false],
  [{ Login: 'ann/127.0.0.1:2350' }, false],
  [{ UId: 'x'.repeat(64) }, true],
  [{ UId: 'x'.repeat(65) }, false],
  [{ UId: 'a b' }, false],
  [{ Nickname: '$f00ann' }, true],
  [{ Nickname: 'x'.repeat(200) }, true],
  [{ Nickname: 'x'.repeat(201) }, false],
])('a record with %j is accepted: %s', (change, isAccepted) => expect(accepts(change)).toBe(isAccepted));

test.each([
  [0, false],
  [1, true],
  [maxSentRecords, true],
  [maxSentRecords + 1, false],
])('%i records in one request are accepted: %s', (count, isAccepted) => {
  const sent = { Records: Array.from({ length: count }, () => record) };
  expect(SentRecords.safeParse(sent).success).toBe(isAccepted);
});

test('the name of a server has at most 100 characters, none of them a control character', () => {
  const named = (Server: string) => SentRecords.safeParse({ Server, Records: [record] }).success;
  expect([named('x'.repeat(100)), named('x'.repeat(101)), named('a\nb'), named('$f00Night Shift')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
