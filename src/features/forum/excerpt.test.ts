import { expect, test } from 'vitest';
import { storedLine } from '#lib/bbcode/line.ts';
import { NO_NAMES } from '#lib/bbcode/references.ts';
import { excerpt, excerptLength, excerptPart } from './excerpt.ts';

const names = { ...NO_NAMES, track: new Map([[7, 'A01']]) };
const shown = (source: string, query: string) =>
  excerpt(excerptPart(storedLine(source), query), query, names);
const smile = { kind: 'smiley', code: ':)', stem: 'smile' };

test.each([
  ['[b]Good[/b] morning', '', [{ pieces: ['Good morning'] }]],
  ['Good morning :)', '', [{ pieces: ['Good morning ', smile] }]],
  ['like [track]7[/track]', '', [{ pieces: ['like A01'] }]],
  ['the [spoiler=End]butler[/spoiler] did it', 'butler', [{ pieces: ['the [End] did it'] }]],
  ['a volcano :) and Lava', 'LAVA -x', [{ pieces: ['a volcano ', smile, ' and '] }, { hit: 'Lava' }]],
  ['lavas and lava', 'lava or x', [{ pieces: ['lavas and '] }, { hit: 'lava' }]],
  ['', 'x', []],
])('of %j with the words %j', (source, query, parts) => {
  expect(shown(source, query)).toEqual(parts);
});

test('a long text begins before the first word', () => {
  const [first] = shown(`${'word '.repeat(100)}lava ${'word '.repeat(100)}`, 'lava');
  expect(first).toEqual({ pieces: [expect.stringMatching(/^… word (?:word ){10,20}$/)] });
});

test('a reference or smiley before the first word is shown whole or not at all', () => {
  for (let letters = 60; letters < 100; letters++) {
    const parts = shown(`${'x '.repeat(50)}[track]7[/track] :) ${'y'.repeat(letters)} lava`, 'lava');
    expect(JSON.stringify(parts)).not.toMatch(/\\u000|track:/);
    expect(parts.at(-1)).toEqual({ hit: 'lava' });
  }
});

test.each([
  ['of many smileys', ':) '.repeat(6600)],
  ['of many references', '[track]123456789[/track] '.repeat(200)],
  ['of one word', 'x'.repeat(20_000)],
  ['of spaces', ' '.repeat(19_999)],
])('an excerpt %s is bounded', (_, source) => {
  for (const query of ['', 'x', 'none'])
    expect(excerptPart(storedLine(`${source}.`), query).length).toBeLessThanOrEqual(excerptLength + 2);
});

test('at most ten searched words are marked', () => {
  const words = Array.from({ length: 11 }, (_, index) => `w${index}`).join(' ');
  expect(shown(words, words).filter((part) => 'hit' in part)).toHaveLength(10);
});
