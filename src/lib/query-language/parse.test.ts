import { expect, test } from 'vitest';
import { growth, linearGrowth } from '#testing/least-work.ts';
import { bool, enumeration, flags, list, text, wholeNumber, wholeNumbers } from './kinds.ts';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';
import { dateRange, durationRange, wholeRange } from './ranges.ts';

const TAGS = list([
  [0, 'Race', 'Normal'],
  [5, 'FullSpeed'],
  [6, 'LOL'],
  [17, 'Altered Nadeo'],
]);

const KEYS = {
  author: { kind: text },
  vehicle: {
    kind: enumeration([
      [0, 'Snow'],
      [6, 'Stadium'],
      [8, 'New Snow'],
    ]),
    aliases: ['car'],
  },
  tags: { kind: TAGS, aliases: ['tag'] },
  length: { kind: durationRange },
  uploaded: { kind: dateRange },
  value: { kind: wholeRange },
  taginclusive: { kind: bool },
  in: { kind: flags(['hasrecord', 'unlimiter']) },
  packid: { kind: wholeNumber },
  id: { kind: wholeNumbers(100) },
};

test.each([
  ['', [], {}],
  ['  two  words ', ['two', 'words'], {}],
  ['"two words"', ['two words'], {}],
  ['“two words” „and more“ «now» “here"', ['two words', 'and more', 'now', 'here'], {}],
  ['author:“a b”', [], { author: 'a b' }],
  ['tags:fullspeed,“altered nadeo”', [], { tags: { include: [5, 17], exclude: [] } }],
  ['"a “b” c"', ['a “b” c'], {}],
  ['5"disc a\\b', ['5"disc', 'a\\b'], {}],
  ['"say \\"hi\\" \\\\ \\n"', ['say "hi" \\ \\n'], {}],
  ['author:spam', [], { author: 'spam' }],
  ['x author:"a b" y', ['x', 'y'], { author: 'a b' }],
  ['author:a,b', [], { author: 'a,b' }],
  ['author:!a', [], { author: '!a' }],
  ['author:#masters author:', [], { author: '#masters' }],
  ['author:a AUTHOR:b', [], { author: 'b' }],
  ['http://a.eu 5:30 :D x:y', ['http://a.eu', '5:30', ':D', 'x:y'], {}],
  ['"author:x"', ['author:x'], {}],
  ['!x', ['!x'], {}],
  ['car:stadium', [], { vehicle: 6 }],
  ['vehicle:stadium car:snow', [], { vehicle: 0 }],
  ['vehicle:"new snow"', [], { vehicle: 8 }],
  ['vehicle:New_Snow', [], { vehicle: 8 }],
  ['tags:race', [], { tags: { include: [0], exclude: [] } }],
  ['tags:fullspeed,!lol,"altered nadeo"', [], { tags: { include: [5, 17], exclude: [6] } }],
  ['tag:normal,race,!"Altered-Nadeo"', [], { tags: { include: [0], exclude: [17] } }],
  ['length:1m...2m30s', [], { length: { min: 60_000, max: 150_999 } }],
  ['length:30s', [], { length: { min: 30_000, max: 30_999 } }],
  ['length:...1h', [], { length: { min: null, max: 3_600_999 } }],
  ['length:1.5s...', [], { length: { min: 1_500, max: null } }],
  ['length:1s...1.000s', [], { length: { min: 1_000, max: 1_000 } }],
  ['uploaded:2010-01-01...2010-02-28', [], { uploaded: { min: '2010-01-01', max: '2010-02-28' } }],
  ['uploaded:2012-02', [], { uploaded: { min: '2012-02-01', max: '2012-02-29' } }],
  ['uploaded:2008...', [], { uploaded: { min: '2008-01-01', max: null } }],
  ['uploaded:...2008', [], { uploaded: { min: null, max: '2008-12-31' } }],
  ['value:100...5000', [], { value: { min: 100, max: 5000 } }],
  ['value:-15...', [], { value: { min: -15, max: null } }],
  ['value:7', [], { value: { min: 7, max: 7 } }],
  ['taginclusive:True', [], { taginclusive: true }],
  ['taginclusive:false', [], { taginclusive: false }],
  ['in:hasrecord,!unlimiter', [], { in: { hasrecord: true, unlimiter: false } }],
  ['in:unlimiter,!unlimiter', [], { in: { unlimiter: false } }],
  ['packid:12', [], { packid: 12 }],
  ['packid:2147483647', [], { packid: 2147483647 }],
  ['vehicle:6', [], { vehicle: 6 }],
  ['tags:6,!0', [], { tags: { include: [6], exclude: [0] } }],
  ['id:1,2,3', [], { id: [1, 2, 3] }],
])('%j requests %j and %j', (query, words, values) => {
  const parsed = parseQuery(query, KEYS);
  expect(parsed).toMatchObject({ words, issues: [] });
  expect(parsed.values).toEqual(values);
  expect(parseQuery(printQuery(parsed, KEYS), KEYS).values).toEqual(values);
});

test.each([
  ['vehicle:bike', ['bike']],
  ['x vehicle:!snow', ['!snow']],
  ['vehicle:snow,stadium', ['snow', 'stadium']],
  ['tags:race,nope,!"no such"', ['nope', '!"no such"']],
  ['tags:race,', ['']],
  ['length:1x', ['1x']],
  ['length:90', ['90']],
  ['length:2m...1m', ['2m...1m']],
  ['length:1m...2m...3m', ['1m...2m...3m']],
  ['value:...', ['...']],
  ['value:1..2', ['1..2']],
  ['uploaded:2010-02-30', ['2010-02-30']],
  ['uploaded:2010-13...', ['2010-13...']],
  ['taginclusive:yes', ['yes']],
  ['taginclusive:constructor', ['constructor']],
  ['in:constructor', ['constructor']],
  ['in:hasrecord,nothing', ['nothing']],
  ['packid:1x', ['1x']],
  ['packid:2147483648', ['2147483648']],
  ['vehicle:1', ['1']],
  ['tags:6,99', ['99']],
  ['value:1.5...', ['1.5...']],
  ['value:2147483648', ['2147483648']],
  ['length:2147484s', ['2147484s']],
  ['author:a\0b', ['a\0b']],
  [`author:${'a'.repeat(201)}`, ['a'.repeat(201)]],
  [`id:${'1,'.repeat(100)}7`, ['7']],
  [`${'a'.repeat(100)} ${'b'.repeat(100)}`, [`${'a'.repeat(100)} ${'b'.repeat(100)}`]],
  ['a\0', ['a\0']],
  ['packid:""', ['""']],
  ['id:1,x,!2', ['x', '!2']],
])('%j is wrong at %j', (query, places) => {
  const { issues, values } = parseQuery(query, KEYS);
  expect(issues.map((issue) => query.slice(issue.start, issue.end))).toEqual(places);
  expect(issues.every((issue) => issue.message === 'Invalid value')).toBe(true);
  expect(values).toEqual({});
});

test('a later valid value removes the issue of an earlier one, and vice versa', () => {
  expect(parseQuery('car:bike car:snow', KEYS)).toMatchObject({ issues: [], values: { vehicle: 0 } });
  const wrong = parseQuery('car:snow car:bike', KEYS);
  expect(wrong.issues).toHaveLength(1);
  expect(wrong.values).toEqual({});
});

test('an open quote is an issue, and what follows is its text', () => {
  const { issues, values } = parseQuery('x author:"a b', KEYS);
  expect(values).toEqual({ author: 'a b' });
  expect(issues).toEqual([{ message: 'Missing closing quote', start: 9, end: 13 }]);
});

test('pieces know their places', () => {
  const { tokens } = parseQuery('ab car:snow', KEYS);
  expect(tokens.map(({ kind, start, end }) => [kind, start, end])).toEqual([
    ['word', 0, 2],
    ['term', 3, 11],
  ]);
});

test.each([
  ['etag:lol', 'etag'],
  ['night foo: bar', 'foo'],
  ['AuthorTimeMin:30000', 'AuthorTimeMin'],
])('%j has an unknown key: %s. It is searched for as text', (query, name) => {
  const { issues, words } = parseQuery(query, KEYS);
  expect(issues.map(({ message, start, end }) => [message, query.slice(start, end)])).toEqual([
    ['Unknown key', name],
  ]);
  expect(words.join(' ')).toBe(query);
});

test('what looks like a key in quotes is text', () => {
  expect(parseQuery('"etag:lol"', KEYS)).toMatchObject({ words: ['etag:lol'], issues: [] });
});

test('names that every object has are no keys', () => {
  expect(parseQuery('constructor:x toString:y __proto__:z', KEYS).words).toEqual([
    'constructor:x',
    'toString:y',
    '__proto__:z',
  ]);
});

test.each(['author:', '"', '\\', ',', 'tags:race,', '!', 'a:', '...', '"\\', ' '])(
  'many characters of %j are read in linear time',
  (part) => {
    for (const prefix of ['', 'author:']) {
      const read = (length: number) => parseQuery(prefix + part.repeat(length / part.length), KEYS);
      expect(growth(read)).toBeLessThan(linearGrowth);
    }
  },
);
