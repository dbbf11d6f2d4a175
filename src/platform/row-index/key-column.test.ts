import { describe, expect, test } from 'vitest';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { runSeed } from '#testing/run-seed.ts';
import { compareKeys, KeyColumn, type KeyKind, type SortKey } from './key-column.ts';

describe('a column of texts', () => {
  // common prefixes, different lengths, characters of one to four bytes, code units above surrogates
  const texts = [
    '',
    'a',
    'ab',
    'abcdef',
    'abcdefg',
    'abcdefh',
    'b',
    'é',
    'нoc',
    '\uffee',
    '😀',
    '😀a',
    '\u{10ffff}',
  ];
  const byBytes = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const sign = (one: number) => Math.sign(one);

  test.each(texts)('%j compares with every other text by its bytes', (text) => {
    const column = new KeyColumn('text');
    for (const [row, other] of texts.entries()) column.set(row, other);
    const own = texts.indexOf(text);
    for (const [row, other] of texts.entries()) {
      const wanted = sign(byBytes.indexOf(text) - byBytes.indexOf(other));
      expect([other, sign(column.compare(own, row)), sign(compareKeys(text, other))]).toEqual([
        other,
        wanted,
        wanted,
      ]);
    }
  });

  test('returns what was set, even after many changes', () => {
    const column = new KeyColumn('text');
    const wanted = new Map<number, string | null>();
    for (let n = 0; n < 60_000; n++) {
      const row = (n * 7919) % 500;
      const text = n % 11 === 0 ? null : `${'x'.repeat(n % 40)} ${n} é`;
      column.set(row, text);
      wanted.set(row, text);
    }
    for (const [row, text] of wanted) {
      expect(column.get(row)).toBe(text);
      expect(column.has(row)).toBe(text !== null);
    }
    expect(column.get(9999)).toBeNull();
  });

  test('sorts rows without a text last', () => {
    const column = new KeyColumn('text');
    column.set(0, null);
    column.set(1, 'z');
    column.set(2, null);
    expect([sign(column.compare(0, 1)), sign(column.compare(1, 0)), column.compare(0, 2)]).toEqual([
      1, -1, 0,
    ]);
  });
});

const random = seededRandom(runSeed());
const below = (n: number) => Math.floor(random() * n);
const letters = ['', 'a', 'b', 'ab', 'é', '😀', 'speed arena '];
test.each<[KeyKind, () => SortKey]>([
  ['integer', () => [null, 0, -1, 2 ** 31 - 1, -(2 ** 31) + 1, below(50)][below(6)] ?? null],
  ['number', () => [null, 0, -0, -1.5, 1e15 + below(9), -1e300, random()][below(7)] ?? null],
  [
    'text',
    () => (below(9) === 0 ? null : Array.from({ length: below(8) }, () => letters[below(7)]).join('')),
  ],
])('rows are sorted by %s as they are compared', (kind, someKey) => {
  const column = new KeyColumn(kind);
  const rows = Int32Array.from({ length: 3000 }, (_, row) => row);
  for (const row of rows) column.set(row, someKey());
  expect(column.sorted(rows)).toEqual(rows.toSorted((a, b) => column.compare(a, b)));
});
