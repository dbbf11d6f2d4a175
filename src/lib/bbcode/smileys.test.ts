import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SMILEY_STEMS, SMILEYS, splitSmileys } from './smileys.ts';

const stems = (text: string) => splitSmileys(text).flatMap((part) => (part.code === null ? [] : [part.stem]));

test.each(SMILEYS.map(({ code, stem }) => [code, stem]))(
  '%s shows %s, alone, in a sentence and in any case',
  (code, stem) => {
    expect(stems(code)).toEqual([stem]);
    expect(stems(`Well ${code.toUpperCase()}, yes`)).toEqual([stem]);
    expect(stems(`x${code}y`)).toEqual([]);
  },
);

test.each([
  ['x:(y)', []],
  ['http://', []],
  [':gold::silver:', ['gold', 'silver']],
  [':):)', ['smile', 'smile']],
  [':D:D', ['bigsmile', 'bigsmile']],
  [';):P:cool::D', ['wink', 'tongue', 'cool', 'bigsmile']],
  ['x:D:D', []],
  [':D:Dx', ['bigsmile']],
  ['(like this :))', ['smile']],
  [":'(", ['cry']],
  ['(WINK) (gold)', ['wink']],
  [':ſ', []],
  ['12:30:(', []],
])('in %j the smileys are %j', (text, found) => {
  expect(stems(text)).toEqual(found);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 2],
])('of two in a row at most %s are smileys', (most, shown) => {
  expect(splitSmileys(':D:D', most).filter(({ code }) => code !== null)).toHaveLength(shown);
});

test('nothing of the text is lost', () => {
  const text = 'a :) b :cool:! c';
  expect(
    splitSmileys(text)
      .map((part) => part.before + (part.code ?? ''))
      .join(''),
  ).toBe(text);
});

test('every picture has one file name', () => {
  expect(new Set(SMILEY_STEMS).size).toBe(33);
  for (const stem of SMILEY_STEMS) expect(stem).toMatch(/^[a-z]+$/);
});

test.each(SMILEY_STEMS)('%s is drawn', (stem) => {
  expect(existsSync(`public/images/smiles/${stem}.svg`)).toBe(true);
});
