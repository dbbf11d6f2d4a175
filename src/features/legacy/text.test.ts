import { expect, test } from 'vitest';
import { errorText, rowsText, rowText } from './text.ts';

test.each([
  ['cells are separated by tabs', [1, 'a', true], '1\ta\ttrue'],
  ['a tab in a text is a space', ['a\tb', 'c'], 'a b\tc'],
  ['every kind of line break is one character', ['a\r\nb\rc\nd'], 'a\u001fb\u001fc\u001fd'],
  ['two line breaks are two characters', ['a\n\nb'], 'a\u001f\u001fb'],
  ['the characters of errors and line breaks cannot be typed', ['a\u001bb\u001fc'], 'a b c'],
  ['other letters stay', ['$f00é 日本 😀'], '$f00é 日本 😀'],
  ['an empty text is an empty cell', ['', ''], '\t'],
])('%s', (_, cells, text) => expect(rowText(cells)).toBe(text));

test('every row ends in CR LF, and no rows are nothing', () => {
  expect(rowsText([[1], [2, 'b']])).toBe('1\r\n2\tb\r\n');
  expect(rowsText([])).toBe('');
});

test('an error begins with ESC', () => expect(errorText('No.')).toBe('\u001bNo.'));
