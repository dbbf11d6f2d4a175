import { expect, test } from 'vitest';
import { TokenForm } from './forms.ts';

const unnamed = 'name the token after the place where you use it';

test.each([
  ['Night shift', null],
  ['日本', null],
  [' ', unnamed],
  ['\u200b\u200b\u200b', unnamed],
  ['\u3164', unnamed],
  ['\u2800\u2800', unnamed],
  ['Night\u200b shift', 'cannot contain the invisible character U+200B (zero width space)'],
  ['Night\u3164', 'cannot contain the invisible character U+3164 (Hangul filler)'],
  ['Night ❤\ufe0f shift\ufe0f', null],
])('the name %j of a token: %s', (Name, mistake) => {
  const { error } = TokenForm.safeParse({ Name, Scopes: 'records' });
  expect(error?.issues[0]?.message ?? null).toBe(mistake);
});
