import { expect, test } from 'vitest';
import { completionsAt, takeCompletion } from './complete.ts';
import { entryState, rangeEnds, rangeText, valueText, withEntry, withValueText } from './edit.ts';
import { paintQuery } from './paint.ts';
import { parseQuery } from './parse.ts';
import { dateRange, durationRange } from './ranges.ts';
import {
  apiParams,
  choiceKey,
  choicesKey,
  flagsKey,
  numbersKey,
  rangeKey,
  textKey,
  wholeDay,
  yesKey,
} from './search.ts';
import { suggest, suggestTerm } from './suggest.ts';

const DIFFICULTIES = [
  [0, 'Beginner'],
  [1, 'Intermediate'],
  [2, 'Expert', 'Hard'],
] as const;

const KEYS = {
  name: textKey('Name', 'name', { control: null }),
  author: textKey('Author', 'author'),
  difficulty: choicesKey('Difficulty', 'difficulty', DIFFICULTIES),
  type: choiceKey('Type', 'primarytype', [
    [0, 'Race'],
    [17, 'Altered Nadeo'],
  ]),
  taginclusive: yesKey('All tags', 'taginclusive'),
  length: rangeKey('Author time', durationRange, ['authortimemin', 'authortimemax']),
  uploaded: rangeKey('Uploaded', dateRange, ['uploadedafter', 'uploadedbefore'], { write: wholeDay }),
  in: flagsKey('Only', { hasrecord: 'Has a record', beta: 'Beta' }),
  id: numbersKey('Ids', 'id'),
};

test.each([
  ['', {}],
  ['two words', { name: 'two words' }],
  ['author:"a b" x', { name: 'x', author: 'a b' }],
  ['difficulty:expert,beginner', { difficulty: '2,0' }],
  ['difficulty:!hard', { difficulty: '0,1' }],
  ['difficulty:expert,!expert,beginner', { difficulty: '0' }],
  ['type:"altered nadeo"', { primarytype: '17' }],
  ['taginclusive:true', { taginclusive: 'true' }],
  ['length:30s...1m', { authortimemin: '30000', authortimemax: '60999' }],
  ['length:...1m', { authortimemax: '60999' }],
  [
    'uploaded:2010-01...2010-02-03',
    { uploadedafter: '2010-01-01T00:00:00', uploadedbefore: '2010-02-03T23:59:59.999' },
  ],
  ['in:hasrecord,!beta', { inhasrecord: '1', inbeta: '0' }],
  ['id:1,2', { id: '1,2' }],
  ['name:"a b"', { name: 'a b' }],
  ['c NAME:“a b”', { name: 'a b c' }],
  [`name:${'a'.repeat(150)} ${'b'.repeat(49)}`, { name: `${'a'.repeat(150)} ${'b'.repeat(49)}` }],
  [`name:${'a'.repeat(150)} ${'b'.repeat(50)}`, { name: 'a'.repeat(150) }],
])('%j becomes the API parameters %j', (query, wanted) => {
  expect(apiParams(parseQuery(query, KEYS), KEYS, 'name')).toEqual(wanted);
});

test('excluding everything is an invalid value, not an empty page', () => {
  const { issues } = parseQuery('difficulty:!beginner,!intermediate,!expert', KEYS);
  expect(issues.length).toBeGreaterThan(0);
});

test.each([
  ['x', 'author', 'b', 'x author:b'],
  ['author:a x', 'author', 'b', 'author:b x'],
  ['author:a x author:c y', 'author', 'b', 'x author:b y'],
  ['x author:a y', 'author', '', 'x y'],
  ['author:a', 'author', '', ''],
  ['', 'length', '30s...1m', 'length:30s...1m'],
])('in %j %s becomes %j: %j', (query, name, value, wanted) => {
  expect(withValueText(query, KEYS, name, value)).toBe(wanted);
  expect(valueText(wanted, KEYS, name)).toBe(value);
});

test('entries of a list are included, excluded and removed', () => {
  expect(entryState('Beginner,!Hard', ['Expert', 'Hard'])).toBe('out');
  expect(entryState('beginner', ['Beginner'])).toBe('in');
  expect(entryState('', ['Beginner'])).toBeNull();
  expect(withEntry('', ['Altered Nadeo'], 'in')).toBe('"Altered Nadeo"');
  expect(withEntry('Race,"Altered Nadeo"', ['Altered Nadeo'], 'out')).toBe('Race,!"Altered Nadeo"');
  expect(withEntry('Race,!LOL', ['LOL'], null)).toBe('Race');
});

test.each([
  ['30s', '30s', '30s'],
  ['30s...', '30s', ''],
  ['...1m', '', '1m'],
  ['', '', ''],
])('the range %j has the ends %j and %j', (value, from, to) => {
  expect(rangeEnds(value)).toEqual([from, to]);
  expect(rangeText(from, to)).toBe(value);
});

const labelsAt = (marked: string) => {
  const caret = marked.indexOf('|');
  return completionsAt(marked.replace('|', ''), caret, KEYS).options.map((option) => option.label);
};

test.each([
  ['au|', ['author:']],
  ['x |', Object.keys(KEYS).map((name) => `${name}:`)],
  ['difficulty:|', ['Beginner', 'Intermediate', 'Expert']],
  ['difficulty:expert,!int|', ['Intermediate']],
  ['difficulty:Expert|', []],
  ['type:nad|', ['Altered Nadeo']],
  ['author:a|', []],
  ['"au|"', []],
])('%j offers the completions %j', (marked, wanted) => {
  expect(labelsAt(marked)).toEqual(wanted);
});

test.each([
  ['au| x', 'author:| x'],
  ['difficulty:!exp|', 'difficulty:!Expert |'],
  ['difficulty:be|,expert', 'difficulty:Beginner|,expert'],
  ['type:al|', 'type:"Altered Nadeo" |'],
])('taking the first option turns %j into %j', (before, after) => {
  const caret = before.indexOf('|');
  const text = before.replace('|', '');
  const offered = completionsAt(text, caret, KEYS);
  const [first] = offered.options;
  if (!first) throw new Error('no option');
  const taken = takeCompletion(text, offered, first);
  expect(`${taken.text.slice(0, taken.caret)}|${taken.text.slice(taken.caret)}`).toBe(after);
});

const painted = (query: string) =>
  paintQuery(query, parseQuery(query, KEYS), KEYS).map(({ text, hue }) => `${hue}:${text}`);

test('the coloured pieces together are the exact text', () => {
  expect(painted('night author:"Tarmac Tom" difficulty:!expert,nope length:30s')).toEqual([
    'word:night',
    'gap: ',
    'key:author',
    'colon::',
    'quoted:"Tarmac Tom"',
    'gap: ',
    'key:difficulty',
    'colon::',
    'negated:!expert',
    'colon:,',
    'bad:nope',
    'gap: ',
    'key:length',
    'colon::',
    'range:30s',
  ]);
  expect(painted('night foo:x')).toEqual(['word:night', 'gap: ', 'bad:foo', 'word::x']);
  for (const query of [
    'foo:"a b" c',
    '',
    '  ',
    'a "b',
    'difficulty:,',
    'x:y author:',
    'author:"a\\"b"c,!d ',
  ]) {
    const pieces = paintQuery(query, parseQuery(query, KEYS), KEYS);
    expect(pieces.map((piece) => piece.text).join('')).toBe(query);
  }
});

test.each([
  ['hrad', 'Hard'],
  ['Experrt', 'Expert'],
  ['alterd_nadeo', 'Altered Nadeo'],
  ['zzz', null],
  ['x', null],
])('for %s the suggestion is %s', (typed, wanted) => {
  expect(suggest(typed, ['Beginner', 'Hard', 'Expert', 'Altered Nadeo'])).toBe(wanted);
});

const address = {
  username: { label: 'Username', key: 'author', params: () => ({}) },
};

test.each([
  ['autor', 'ann', 'author:ann'],
  ['authortimemin', '30', 'length:30...'],
  ['uploadedBefore', '2010', 'uploaded:...2010'],
  ['inbeta', '0', 'in:!beta'],
  ['hasrecord', 'true', 'in:hasrecord'],
  ['username', 'bo', 'author:bo'],
  ['name', 'night', 'night'],
  ['length_', '1m', 'length:1m'],
  ['foo', 'x', null],
  ['constructor', 'x', null],
])('%s:%s was probably meant as %s', (name, value, wanted) => {
  expect(suggestTerm({ keys: KEYS, words: 'name', address }, name, value)).toBe(wanted);
});

test.each([
  ['autor:"Ann Lee" x', 'author:"Ann Lee"'],
  ['autor:“Ann Lee” x', 'author:“Ann Lee”'],
  ['autor:"Ann" x', 'author:"Ann"'],
  ['autor:"Ann x', 'author:"Ann'],
])('of %j the suggestion %j keeps the quoted value whole', (query, meant) => {
  const { issues, tokens } = parseQuery(query, KEYS);
  const [issue] = issues.filter(({ message }) => message === 'Unknown key');
  const [token] = tokens;
  const value = query.slice((issue?.end ?? 0) + 1, token?.end);
  expect(suggestTerm({ keys: KEYS, words: 'name', address: {} }, 'autor', value)).toBe(meant);
});
