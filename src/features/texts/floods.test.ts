import { expect, test } from 'vitest';
import { leastWork } from '#testing/least-work.ts';
import { comparedLength, floodHint, floods, repetitionHint, samePlaces, wordsHint } from './floods.ts';

const now = new Date('2026-11-24T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const many = (count: number, at: Date) => Array.from({ length: count }, () => at);

test.each(floods.map((rule) => [rule] as const))('a flood of $texts texts within $words', (rule) => {
  const within = ago(rule.withinMs - 1);
  expect(floodHint(many(rule.texts - 1, within), now)).toBeNull();
  expect(floodHint(many(rule.texts, within), now)).toMatchObject({ key: 'flood', score: 20 });
  expect(floodHint([...many(rule.texts - 1, within), ago(rule.withinMs)], now)).toBeNull();
  expect(floodHint(many(rule.texts + 10, within), now)?.score).toBe(40);
});

const spam = 'Visit my wonderful server with many tracks';
const written = (texts: readonly string[], at = ago(1000)) =>
  texts.map((text, index) => ({ place: `track ${index}`, text, at: new Date(at.getTime() + index) }));

test.each([
  ['in as many places as allowed', written(Array(samePlaces - 1).fill(spam)), null],
  ['in one place more', written(Array(samePlaces).fill(spam)), 30],
  ['five times', written(Array(5).fill(spam)), 40],
  ['with other case, dots and tags', written([spam, spam.toUpperCase(), `[b]${spam}[/b]!!`]), 30],
  ['with look-alike letters', written([spam, spam.replaceAll('a', 'а'), spam]), 30],
  ['of few letters', written(Array(9).fill('Nice track, thanks!')), null],
  [
    'always in the same place',
    written(Array(9).fill(spam)).map((one) => ({ ...one, place: 'track 1' })),
    null,
  ],
  ['followed by another one', written([spam, spam, spam, 'And now something completely different']), null],
  ['a day ago', written(Array(samePlaces).fill(spam), ago(86_400_000 + samePlaces)), null],
])('the same text %s', (_, texts, score) => {
  expect(repetitionHint(texts, now)?.score ?? null).toBe(score);
});

test('texts with the same first thousand characters are the same, however long they are', () => {
  const start = `${spam} `.repeat(100);
  const texts = (same: number) => ['x', 'y', 'z'].map((end) => `${start.slice(0, same)}${end.repeat(40)}`);
  expect(repetitionHint(written(texts(comparedLength - 1)), now)).toBeNull();
  expect(repetitionHint(written(texts(comparedLength)), now)?.score).toBe(30);
  const all = (length: number) =>
    written(Array.from({ length: 300 }, (_, at) => `${at} ${spam}`.repeat(length / 40)));
  expect(leastWork(() => repetitionHint(all(20_000), now))).toBeLessThanOrEqual(
    3 * leastWork(() => repetitionHint(all(1000), now)),
  );
});

test('listed words', () => {
  expect(wordsHint([])).toBeNull();
  expect(wordsHint(['darn'])).toEqual({ key: 'words', score: 30, text: 'Contains a listed word: darn.' });
  expect(wordsHint(['a', 'b'])).toEqual({ key: 'words', score: 40, text: 'Contains listed words: a, b.' });
  expect(wordsHint(Array.from({ length: 20 }, (_, word) => `w${word}`))?.score).toBe(100);
});
