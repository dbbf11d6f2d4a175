import { expect, test } from 'vitest';
import {
  authorMistake,
  cutLine,
  lengthMessage,
  timestampMessage,
  tracksIn,
  videoTitleMistake,
} from './model.ts';

test.each([
  ['x', /at least 2/],
  ['xy', null],
  ['🎬'.repeat(100), null],
  ['x'.repeat(101), /at most 100/],
  ['a\u202eb', /invisible/],
])('title %j', (title, mistake) => {
  if (mistake === null) expect(videoTitleMistake(title)).toBeNull();
  else expect(videoTitleMistake(title)).toMatch(mistake);
});

test('an author may be missing and has a limit', () => {
  expect([authorMistake(''), authorMistake('x'.repeat(100))]).toEqual([null, null]);
  expect(authorMistake('x'.repeat(101))).toMatch(/at most 100/);
});

test('foreign texts are cut, on one line, and without invisible characters', () => {
  expect(cutLine(' <b>A\u202e\nlap</b>\u0000 ', 100)).toBe('<b>A lap</b>');
  expect(cutLine('🎬'.repeat(500), 100)).toBe('🎬'.repeat(100));
});

const row = (track: string, timestamp = '') => ({ track, timestamp });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => row(String(index + 1)));

test('tracks are read from ids and addresses', () => {
  expect(
    tracksIn([row('7', '1:30'), row(' '), row('https://a.example/trackshow/12?packid=3'), row('7', '10')]),
  ).toEqual([
    { trackId: 7, timestampS: 10 },
    { trackId: 12, timestampS: null },
  ]);
  expect(tracksIn(numbered(50))).toHaveLength(50);
  expect(tracksIn(numbered(51))).toMatch(/at most 50/);
  for (const text of ['0', '-1', 'Forest', '1e3', '1234567890', 'javascript:1'])
    expect(tracksIn([row(text)])).toMatch(/isn’t a track’s ID/);
  expect(tracksIn([row('1', 'soon')])).toBe(timestampMessage);
  expect(lengthMessage).toMatch(/24 hours/);
});
