import { expect, test } from 'vitest';
import { hasInvisible, shownText, withoutInvisible } from './invisible.ts';

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
