import { expect, test } from 'vitest';
import { parseGameText } from './parse.ts';
import { gameTextWithoutLinks, plainGameText } from './write.ts';

test.each([
  ['plain', 'plain'],
  ['$f00Red$z and $iitalic', '$f00Red$z and $iitalic'],
  ['$l[http://evil.example]click$l on', 'click on'],
  ['$hsome:page$h', 'some:page'],
  ['$p[steal]name', 'name'],
  ['5$$', '5$$'],
  ['a\nb\0c', 'a b c'],
  ['$o$w$tBIG', '$o$t$wBIG'],
  ['$', ''],
])('%j is written as %j', (source, written) => {
  expect(gameTextWithoutLinks(source)).toBe(written);
});

/** Each character with its look. */
const looksOf = (source: string) =>
  parseGameText(source).flatMap(({ text, link: _, ...look }) =>
    Array.from(text, (letter) => ({ letter, ...look })),
  );

test('what is written looks as before, and leads nowhere', () => {
  const source = '$s$abcA$<$0f0$lB$>C$nD$m$gE$$F$p[x]G';
  const written = gameTextWithoutLinks(source);
  expect(looksOf(written)).toEqual(looksOf(source));
  expect(parseGameText(written).every(({ link }) => link === null)).toBe(true);
});

test('a text of ours is shown as it is', () => {
  expect(plainGameText('5$ and $l')).toBe('5$$ and $$l');
  expect(parseGameText(plainGameText('5$ and $l')).map(({ text }) => text)).toEqual(['5$ and $l']);
});
