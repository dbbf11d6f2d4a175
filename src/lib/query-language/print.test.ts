import { expect, test } from 'vitest';
import { runSeed } from '#testing/run-seed.ts';
import { bool, enumeration, flags, list, text, wholeNumber, wholeNumbers } from './kinds.ts';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';
import { dateRange, durationRange, wholeRange } from './ranges.ts';

const CHOICES = [
  [0, 'Race', 'Normal'],
  [5, 'Full, fast!'],
  [6, 'A "b"'],
  [17, 'Altered Nadeo'],
] as const;

const KEYS = {
  author: { kind: text },
  type: { kind: enumeration(CHOICES) },
  tags: { kind: list(CHOICES) },
  length: { kind: durationRange },
  uploaded: { kind: dateRange },
  value: { kind: wholeRange },
  inclusive: { kind: bool, aliases: ['all'] },
  in: { kind: flags(['hasrecord', 'unlimiter', 'beta']) },
  packid: { kind: wholeNumber },
  id: { kind: wholeNumbers(100) },
};

test.each([
  [{ words: ['two', 'words'], values: {} }, 'two words'],
  [{ words: ['two words', '', 'author:x', 'b:y'], values: {} }, '"two words" "" "author:x" b:y'],
  [{ words: [], values: { author: 'a b' } }, 'author:"a b"'],
  [{ words: ['x'], values: { author: 'say "hi"' } }, 'x author:"say \\"hi\\""'],
  [{ words: [], values: { type: 17 } }, 'type:"Altered Nadeo"'],
  [
    { words: [], values: { tags: { include: [0, 5], exclude: [17] } } },
    'tags:Race,"Full, fast!",!"Altered Nadeo"',
  ],
  [{ words: [], values: { length: { min: 60_000, max: 150_999 } } }, 'length:1m...2m30s'],
  [{ words: [], values: { length: { min: 30_000, max: 30_999 } } }, 'length:30s'],
  [{ words: [], values: { length: { min: 60_000, max: 60_000 } } }, 'length:1m...1m0.000s'],
  [{ words: [], values: { length: { min: null, max: 500 } } }, 'length:...0.5s'],
  [{ words: [], values: { uploaded: { min: '2010-01-01', max: null } } }, 'uploaded:2010-01-01...'],
  [{ words: [], values: { value: { min: 7, max: 7 } } }, 'value:7'],
  [{ words: [], values: { in: { beta: false, hasrecord: true } } }, 'in:hasrecord,!beta'],
  [{ words: [], values: { id: [3, 1], inclusive: true } }, 'inclusive:true id:3,1'],
  [{ words: ['x'], values: { id: [], tags: { include: [], exclude: [] }, in: {} } }, 'x'],
])('%j is written as %s', (query, written) => {
  expect(printQuery(query as never, KEYS)).toBe(written); // rows are typed too widely for the keys
});

const firstSeed = runSeed();

/** A small seeded generator (mulberry32), so that failures can be reproduced. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T; // below() stays inside the array
  const some = <T>(from: readonly T[]) => from.filter(() => next() < 0.4);
  const maybe = <T>(make: () => T) => (next() < 0.5 ? make() : undefined);
  return { below, pick, some, maybe };
}

const LETTERS = [
  'a',
  'B',
  ' ',
  '"',
  '\\',
  ',',
  '!',
  ':',
  '.',
  '...',
  '\t',
  'author:',
  'all:',
  'é',
  '😀',
  '\u00a0',
  '-',
  '1',
];

test.each(Array.from({ length: 40 }, (_, index) => firstSeed + index))(
  'parsing a printed query returns it (seed %s)',
  (seed) => {
    const { below, pick, some, maybe } = randomFrom(seed);
    const anyText = () => Array.from({ length: below(8) }, () => pick(LETTERS)).join('');
    const ends = (largest: number) => {
      const [low = 0, high = 0] = [below(largest), below(largest)].sort((a, b) => a - b);
      return pick([
        { min: low, max: high },
        { min: low, max: null },
        { min: null, max: high },
        { min: low, max: low },
      ]);
    };
    const day = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);
    for (let round = 0; round < 100; round++) {
      const days = ends(25_000);
      const include = some([0, 5, 6, 17]);
      const exclude = some([0, 5, 6, 17]);
      const query = {
        words: Array.from({ length: below(4) }, anyText),
        values: defined({
          author: maybe(anyText),
          type: maybe(() => pick([0, 5, 6, 17])),
          tags: include.length + exclude.length > 0 ? { include, exclude } : undefined,
          length: maybe(() => pick([ends(9_000_000), seconds(ends(9_000))])),
          uploaded: maybe(() => ({
            min: days.min === null ? null : day(days.min),
            max: days.max === null ? null : day(days.max),
          })),
          value: maybe(() => ends(100_000)),
          inclusive: maybe(() => pick([true, false])),
          in: maybe(() => pick([{ hasrecord: true }, { unlimiter: false, beta: true }])),
          packid: maybe(() => below(1e9)),
          id: maybe(() => Array.from({ length: 1 + below(4) }, () => below(1e6))),
        }),
      };
      const written = printQuery(query as never, KEYS); // the generator uses values of the keys
      const { words, values, issues } = parseQuery(written, KEYS);
      expect({ words, values, issues, written }).toEqual({ ...query, issues: [], written });
    }
  },
);

/** Whole seconds, with 999 ms added to the upper end, as typed by users. */
function seconds({ min, max }: { min: number | null; max: number | null }) {
  return { min: min === null ? null : min * 1000, max: max === null ? null : max * 1000 + 999 };
}

function defined(values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
