import { expect, test } from 'vitest';
import { insertMention, mentionAt } from './mention.ts';

/** `|` is the cursor. */
const typed = (text: string) => {
  const at = text.indexOf('|');
  return mentionAt(text.replace('|', ''), [at, at]);
};

test.each([
  ['@na|', { from: 0, part: 'na' }],
  ['Hello @na|', { from: 6, part: 'na' }],
  ['Hello\n@Ünï|', { from: 6, part: 'Ünï' }],
  ['(@na|)', { from: 1, part: 'na' }],
  ['[b]@na|[/b]', { from: 3, part: 'na' }],
  ['@na|me', { from: 0, part: 'na' }],
  ['@|', null],
  ['@na |', null],
  ['|@na', null],
  ['a@na|', null],
  ['ann@example.org @@na|', null],
  ['mail a.b@c.d|', null],
  ['@a[b|', null],
  [`@${'x'.repeat(40)}|`, { from: 0, part: 'x'.repeat(40) }],
  [`@${'x'.repeat(41)}|`, null],
])('%j: %j', (text, mention) => expect(typed(text)).toEqual(mention));

test('a selection is not a mention', () => expect(mentionAt('@na', [1, 3])).toBeNull());

test.each([
  ['Hi @na', 'Hi @Nadja K. ', 13],
  ['Hi @na there', 'Hi @Nadja K. there', 12],
  ['Hi @na, there', 'Hi @Nadja K., there', 12],
])('in %j the user is inserted', (text, result, cursor) => {
  const { from, to, insert, select } = insertMention(text, { from: 3, part: 'na' }, 'Nadja K.');
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(result);
  expect(select).toEqual([cursor, cursor]);
});
