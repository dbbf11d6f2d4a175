import { expect, test } from 'vitest';
import { hasInvisible, withoutInvisible } from './invisible.ts';

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
