import { expect, test } from 'vitest';
import { fitLines, shortenedTo, writable } from './text-lines.ts';

const measure = (text: string) => [...text].length; // each letter is as wide as it is high
const fitted = (text: string) => fitLines(text, { width: 100, sizes: [20, 10], height: 45 }, measure);

test.each([
  ['abcde', 20, ['abcde']],
  ['abcde fghij', 20, ['abcde', 'fghij']],
  ['abc de fgh ij', 10, ['abc de fgh', 'ij']],
  ['abcdefghijkl', 10, ['abcdefghij', 'kl']],
  ['a'.repeat(40), 10, ['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(10), 'a'.repeat(10)]],
  ['a'.repeat(41), 10, ['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(10), `${'a'.repeat(9)}…`]],
])('%s is written in size %i', (text, size, lines) => {
  expect(fitted(text)).toEqual({ size, lines });
});

test.each([
  ['abcd', 4, 'abcd'],
  ['abcde', 4, 'abc…'],
  ['', 4, ''],
])('%j in %i letters is %j', (text, width, short) => {
  expect(shortenedTo(text, width, measure)).toBe(short);
});

const latin = (letter: string) => /[\x20-\x7eé]/.test(letter);

test.each([
  ['plain', 'plain'],
  ['Cafe\u0301', 'Café'],
  ['  a \n b  ', 'a b'],
  ['ab 名', 'ab'],
  ['a名', 'a'],
  ['a名前', null],
  ['\u202eab\u202c', 'ab'],
  ['名前', null],
  ['', null],
])('of %j, %j can be written', (text, written) => {
  expect(writable(text, latin)).toBe(written);
});
