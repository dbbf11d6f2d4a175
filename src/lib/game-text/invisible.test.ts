import { expect, test } from 'vitest';
import {
  hasInvisible,
  invisibleMistake,
  shownText,
  withoutInvisible,
  withoutLoneJoiners,
} from './invisible.ts';

test.each([
  ['soft hyphen', 0xad],
  ['combining grapheme joiner', 0x34f],
  ['Arabic letter mark', 0x61c],
  ['Hangul choseong filler', 0x115f],
  ['Hangul jungseong filler', 0x1160],
  ['Khmer inherent vowel', 0x17b4],
  ['Mongolian variation selector', 0x180b],
  ['Mongolian vowel separator', 0x180e],
  ['Mongolian variation selector four', 0x180f],
  ['zero width space', 0x200b],
  ['right-to-left override', 0x202e],
  ['word joiner', 0x2060],
  ['unassigned, but ignorable', 0x2065],
  ['nominal digit shapes', 0x206f],
  ['braille blank', 0x2800],
  ['Hangul filler', 0x3164],
  ['variation selector 1', 0xfe00],
  ['byte order mark', 0xfeff],
  ['halfwidth Hangul filler', 0xffa0],
  ['shorthand format', 0x1bca0],
  ['tag letter', 0xe0041],
  ['variation selector 256', 0xe01ef],
])('%s (U+%i) is invisible', (_, code) => {
  const text = `a${String.fromCodePoint(code)}b`;
  expect(hasInvisible(text)).toBe(true);
  expect(withoutInvisible(text)).toBe('ab');
});

test.each(['a b', 'Łukasz Ж', '日本', 'é', 'e\u0301', '$f00Red', '한국', '🏁', '\u00a0'])(
  '%s is visible',
  (text) => {
    expect(hasInvisible(text)).toBe(false);
    expect(withoutInvisible(text)).toBe(text);
  },
);

test.each([
  ['three zero width spaces', '\u200b\u200b\u200b', ''],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0', ''],
  ['braille blanks', '\u2800\u2800', ''],
  ['spaces of all kinds', ' \u00a0\u2003\u3000\u1680\u2028\u2029\t\n', ''],
  ['spaces between format characters', '\u200b \u202e\ufeff \u2060', ''],
  ['control characters', '\u0000\u0007\u007f\u0085', ''],
  ['variation selectors and tags', '\ufe0f\ufe00\u{e0100}\u{e0041}', ''],
  ['soft hyphens and joiners', '\u00ad\u200d\u034f', ''],
  ['an interlinear annotation', '\ufff9\ufffa\ufffb', ''],
  ['words', ' two\u200b words\n', 'two words'],
  ['letters of other scripts', 'Ж 日本 한국 שלום', 'Ж 日本 한국 שלום'],
  ['an accent of its own', 'e\u0301', 'e\u0301'],
  ['an emoji with a variation selector', '❤\ufe0f', '❤'],
  ['a family', '👩\u200d👧', '👩👧'],
  ['punctuation', '+1', '+1'],
  ['a braille letter', '\u2801', '\u2801'],
])('of %s a reader sees %#', (_, text, shown) => expect(shownText(text)).toBe(shown));

test.each([
  ['a heart', '❤\ufe0f'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a family', '👨🏽\u200d👩\u200d👧\u200d👦'],
  ['a heart on fire', '❤\ufe0f\u200d🔥'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a Persian word', 'می\u200cخواهم'],
  ['a Hindi conjunct', 'क्\u200dष क्\u200cष'],
  ['a Bengali ya-phala', 'র\u200d্য'],
  ['a Malayalam chillu', 'ന്\u200d'],
  ['a text style', '☺\ufe0e'],
])('%s needs its invisible characters', (_, text) => {
  expect(withoutLoneJoiners(text)).toBe(text);
  expect(withoutInvisible(text)).toBe(text);
  expect(invisibleMistake('The name', text)).toBeNull();
});

test.each([
  ['Ann\ufe0f', 'Ann'],
  ['A\u200dnn\u200c', 'Ann'],
  ['❤\ufe0f\ufe0f 🔥\u200d', '❤\ufe0f 🔥'],
  ['1\ufe0f 2', '1 2'],
  ['\u200cمی\u200c', 'می'],
  ['\ufe0f\u200d', ''],
])('lone joiners and selectors in %j are dropped: %j', (typed, stored) => {
  expect(hasInvisible(typed)).toBe(true);
  expect(withoutLoneJoiners(typed)).toBe(stored);
  expect(hasInvisible(stored)).toBe(false);
});

test.each([
  ['a\u202eb', 'U+202E (right-to-left override)'],
  ['a\u2067b\u200bc', 'U+2067 (right-to-left isolate)'],
  ['❤\ufe0f\u200b', 'U+200B (zero width space)'],
  ['🏴\u{e0067}', 'U+E0067'],
  ['a\u034fb', 'U+034F'],
])('%j is refused by the name of its character', (text, name) => {
  expect(invisibleMistake('The title', text)).toBe(
    `The title cannot contain the invisible character ${name}.`,
  );
  expect(invisibleMistake('', text)).toBe(`cannot contain the invisible character ${name}`);
});
