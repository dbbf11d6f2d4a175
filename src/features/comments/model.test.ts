import { expect, test } from 'vitest';
import { awardsPerDay, type CommentKind, cleanText, isEdited, textMistake } from './model.ts';

const empty = 'Write something first.';
const words = 'Tell the author what you liked.';

test.each<[CommentKind, string, string | null]>([
  ['comment', '', empty],
  ['comment', '+1', null],
  ['comment', 'x'.repeat(4000), null],
  ['comment', '😀'.repeat(4000), null],
  ['comment', 'x'.repeat(4001), 'Your text has 4001 characters. Use at most 4000.'],
  ['award', '', words],
  ['award', 'ok', words],
  ['award', '+1', words],
  ['award', '+ 1 !!', words],
  ['award', ':) :)', words],
  ['award', '+1 for the roof', null],
  ['award', 'Wow', null],
  ['award', '素晴らしい', null],
  ['comment', '\u200b\u200b\u200b', empty],
  ['comment', '\u3164 \u2800', empty],
  ['comment', '[b]\u200b[/b]', empty],
  ['comment', ':)', null],
  ['comment', '❤\ufe0f', null],
  ['comment', '[img]https://example.org/a.png[/img]', null],
  ['award', '\u200b\u200b\u200b', words],
  ['award', '\u3164\u3164\u3164', words],
  ['award', '\u2800\u2800\u2800', words],
  ['award', 'ok\u200b\u200b', words],
  ['award', '+1\u3164\ufe0f', words],
  ['award', '[b]+1[/b]', words],
  ['award', '[b]Wow[/b]', null],
  ['award', '\u200bWow', null],
  ['award', 'x'.repeat(2001), 'Your text has 2001 characters. Use at most 2000.'],
])('%s %j: %s', (kind, text, mistake) => {
  expect(textMistake(kind, text)).toBe(mistake);
});

test.each([
  [' a\r\nb\rc \u0000', 'a\nb\nc'],
  ['a\u001fb', 'a\nb'],
  ['a\tb\u0007\u009f', 'a\tb'],
  ['\ud800', '\ufffd'],
  ['[b] x [/b]', '[b] x [/b]'],
])('%j is stored as %j', (typed, kept) => {
  expect(cleanText(typed)).toBe(kept);
});

test('awards per day: ten in the first 30 days, thirty afterwards', () => {
  const day = 86_400_000;
  expect([day, 30 * day - 1, 30 * day].map(awardsPerDay)).toEqual([10, 10, 30]);
});

test('an edit within five minutes is not marked', () => {
  const at = new Date(0);
  expect([0, 300_000, 300_001].map((ms) => isEdited(at, new Date(ms)))).toEqual([false, false, true]);
});
