import { expect, test } from 'vitest';
import { growth, leastWork, linearGrowth } from '#testing/least-work.ts';
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

/** The longest list of words, and texts that begin to match all of them. */
const longest = (make: (place: number) => string) => Array.from({ length: 500 }, (_, place) => make(place));
const lists: readonly [string, readonly string[], string][] = [
  ['different words', longest((place) => `word${place}`), 'word word49 '],
  ['words that differ at their end', longest((place) => `${'a'.repeat(97)}${place}`), 'a'],
  ['each word the beginning of the next', longest((place) => 'a'.repeat(1 + (place % 100))), 'a'],
  ['words of punctuation', longest((place) => `${'!'.repeat(97)}${place}`), '!'],
  ['letters with marks', longest((place) => `a${'\u0301\u0323'.repeat(40)}${place}`), 'a\u0301\u0323'],
];

// the longest list has a hundred times as many words
test.each(lists)('the length of a list hardly matters: %s', (_, words, part) => {
  const text = part.repeat(20_000 / part.length);
  const few = words.slice(-5);
  const work = leastWork(() => badWordsIn(text, words));
  expect(
    work /
      Math.max(
        2000,
        leastWork(() => badWordsIn(text, few)),
      ),
  ).toBeLessThanOrEqual(8);
});

test.each([
  ...lists.map(
    ([name, words, part]) => [name, words, (length: number) => part.repeat(length / part.length)] as const,
  ),
  [
    'a letter with many marks',
    ['darn'],
    (length: number) => `a${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}`,
  ] as const,
])('the time grows linearly with the text: %s', (_, words, make) => {
  expect(growth((length) => badWordsIn(make(length), words))).toBeLessThanOrEqual(linearGrowth);
});

test('words are found in all of the longest text, in Hangul too, but not after thousands of ligatures', () => {
  expect(badWordsIn(`${'한'.repeat(19_990)} darn`, list)).toEqual(['darn']);
  expect(badWordsIn(`${'ﷺ'.repeat(3000)} darn`, list)).toEqual(['darn']);
  expect(badWordsIn(`${'ﷺ'.repeat(19_990)} darn`, list)).toEqual([]);
  expect(badWordsIn(`darn ${'ﷺ'.repeat(19_990)}`, list)).toEqual(['darn']);
});

test('letters of a text without tags', () => {
  expect(lettersOf('[b]a[/b]b[img]https://a.example/p.png[/img]')).toBe('ab');
});
