import { expect, test } from 'vitest';
import { cleanTitle, isEdited, messageMistake, statusOf, titleMistake } from './model.ts';

test.each([
  ['ab', /at least 3/],
  ['abc', null],
  ['ü'.repeat(100), null],
  ['🏁'.repeat(100), null],
  ['x'.repeat(101), /at most 100/],
  ['a\u200bbc', /invisible/],
])('title %j', (title, mistake) => {
  if (mistake === null) expect(titleMistake(title)).toBeNull();
  else expect(titleMistake(title)).toMatch(mistake);
});

test('a title is on one line', () => {
  expect(cleanTitle('  The\r\nresults\t are \u0000in ')).toBe('The results are in');
});

test.each([
  ['', /first/],
  ['\u200b\u2800', /first/],
  ['x', null],
  ['🏁'.repeat(10_000), null],
  ['x'.repeat(10_001), /has 10001 characters/],
])('a message', (message, mistake) => {
  if (mistake === null) expect(messageMistake(message)).toBeNull();
  else expect(messageMistake(message)).toMatch(mistake);
});

const day = new Date('2026-11-21T12:00:00Z');

test.each([
  [{ published_at: day, release_at: null }, 'published'],
  [{ published_at: null, release_at: day }, 'scheduled'],
  [{ published_at: null, release_at: null }, 'draft'],
])('%j is %s', (dates, status) => expect(statusOf(dates)).toBe(status));

test.each([
  ['12:05:00', false],
  ['12:05:01', true],
])('an edit at %s is marked: %s', (time, marked) => {
  expect(isEdited(day, new Date(`2026-11-21T${time}Z`))).toBe(marked);
});
