import { expect, test } from 'vitest';
import { cleanTitle, postMistake, titleMistake } from './model.ts';

const shortTitle = 'Use at least 3 visible characters for the title.';
const shortText = 'Write at least 2 visible characters.';

test.each([
  ['xx', shortTitle],
  ['xxx', null],
  ['\u200b\u200b\u200b', shortTitle],
  ['\u3164\u3164\u3164', shortTitle],
  ['\u2800 \u2800 \u2800', shortTitle],
  ['xx\u200b', shortTitle],
  ['日本語', null],
  ['The ❤\ufe0f of it', null],
  ['[b]', null], // a title has no BB-code
  ['x'.repeat(100), null],
  ['x'.repeat(101), 'Your title has 101 characters. Use at most 100.'],
  ['Right\u202eleft', 'The title cannot contain the invisible character U+202E (right-to-left override).'],
  ['Right\u2067left', 'The title cannot contain the invisible character U+2067 (right-to-left isolate).'],
  ['\u200b'.repeat(101), 'Your title has 101 characters. Use at most 100.'],
])('the title %j: %s', (title, mistake) => expect(titleMistake(cleanTitle(title))).toBe(mistake));

test.each([
  ['x', shortText],
  ['xx', null],
  ['\u200b\u200b', shortText],
  ['\u115f\u1160', shortText],
  ['[b]\u200b[/b]', shortText],
  [':)', null],
  ['[user]7[/user]', null],
  ['x'.repeat(20_000), null],
  ['x'.repeat(20_001), 'Your text has 20001 characters. Use at most 20000.'],
])('the text %j: %s', (text, mistake) => expect(postMistake(text)).toBe(mistake));
