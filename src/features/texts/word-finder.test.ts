import { expect, test } from 'vitest';
import { chooser } from '#testing/chooser.ts';
import { runSeed } from '#testing/run-seed.ts';
import { type SoughtWord, WordFinder } from './word-finder.ts';

const seed = runSeed();

const letter = /[\p{L}\p{N}\p{M}]/u;
/** The rule, one word after the other. */
function foundOneByOne(text: string, words: readonly SoughtWord[]): number[] {
  const isEdge = (at: number) => !letter.test(text.charAt(at - 1)) || !letter.test(text.charAt(at));
  const isIn = ({ letters, isBeginning }: SoughtWord) => {
    if (letters === '') return false;
    for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1))
      if (isEdge(at) && (isBeginning || isEdge(at + letters.length))) return true;
    return false;
  };
  return [...words.keys()].filter((place) => isIn(words[place] ?? { letters: '', isBeginning: false }));
}

function found(text: string, words: readonly SoughtWord[]): number[] {
  const places = new Set<number>();
  new WordFinder(words).addFound(text, places);
  return [...places].toSorted((a, b) => a - b);
}

test('it finds the same words as a search for one after the other', () => {
  const { below, oneOf, chance } = chooser(seed);
  const write = (most: number) =>
    Array.from({ length: below(most) }, () => oneOf(['a', 'a', 'b', ' ', '!'])).join('');
  let hits = 0;
  for (let round = 0; round < 3000; round += 1) {
    const words = Array.from({ length: 1 + below(8) }, () => ({
      letters: write(5),
      isBeginning: chance(0.3),
    }));
    const text = write(30);
    const expected = foundOneByOne(text, words);
    hits += expected.length;
    expect([text, words, found(text, words)]).toEqual([text, words, expected]);
  }
  expect(hits).toBeGreaterThan(1000);
});

test('letters outside the basic plane are letters', () => {
  const words = [
    { letters: 'a', isBeginning: false },
    { letters: '𐐨', isBeginning: false },
  ];
  expect(found('a𐐨', words)).toEqual([]);
  expect(found('𐐨a', words)).toEqual([]);
  expect(found('😀a😀𐐨😀', words)).toEqual([0, 1]);
});
