import { expect, test } from 'vitest';
import { badWordsIn, lettersOf } from './words.ts';

const list = ['darn', 'idiot*', 'two words', 'naïve'];

test.each([
  ['nothing', 'A fine track', []],
  ['the word', 'this darn corner', ['darn']],
  ['at both ends', 'darn', ['darn']],
  ['punctuation around it', '"Darn!"', ['darn']],
  ['capitals', 'DARN', ['darn']],
  ['a part of another word', 'darning and modarn', []],
  ['a digit next to it', 'darn2', []],
  ['a beginning with a star', 'Idiots, idiotic', ['idiot*']],
  ['not in the middle with a star', 'anidiot', []],
  ['two words across a line', 'two\n words', ['two words']],
  ['Cyrillic small letters', 'dаrn', ['darn']],
  ['Cyrillic capitals', 'ІDІОТ', ['idiot*']],
  ['digits', '1D10T', ['idiot*']],
  ['full-width letters', 'ｄａｒｎ', ['darn']],
  ['mathematical letters', '𝐝𝐚𝐫𝐧', ['darn']],
  ['accents', 'dàrñ', ['darn']],
  ['accents of the list', 'naive', ['naïve']],
  ['invisible letters', 'da\u200br\u00adn', ['darn']],
  ['colour codes', '$f00da$0f0rn', ['darn']],
  ['a dollar', 'costs 5$ darn', ['darn']],
  ['formatting within it', 'd[b]a[/b]r[i]n[/i]', ['darn']],
  ['a spoiler', '[spoiler]darn[/spoiler]', ['darn']],
  ['the title of a spoiler', '[spoiler=darn]x[/spoiler]', ['darn']],
  ['code', '[code]darn[/code]', ['darn']],
  ['a quote', '[quote=Ann]darn[/quote]', ['darn']],
  ['words of two list items', '[list][*]two[*]words[/list]', ['two words']],
  ['several, each once', 'darn idiot darn', ['darn', 'idiot*']],
])('%s: %j', (_, text, found) => {
  expect(badWordsIn(text, list)).toEqual(found);
});

test('an empty list, and empty words, find nothing', () => {
  expect(badWordsIn('anything', [])).toEqual([]);
  expect(badWordsIn('anything *', ['', ' ', '*'])).toEqual([]);
});

test('regular expressions are letters', () => {
  expect(badWordsIn('abc', ['a.c', '.*', '['])).toEqual([]);
});

test('a long text is read in linear time', () => {
  const started = performance.now();
  badWordsIn(
    'da'.repeat(10_000),
    Array.from({ length: 100 }, (_, word) => `word${word}`),
  );
  expect(performance.now() - started).toBeLessThan(2000);
});

test('letters of a text without tags', () => {
  expect(lettersOf('[b]a[/b]b[img]https://a.example/p.png[/img]')).toBe('ab');
});
