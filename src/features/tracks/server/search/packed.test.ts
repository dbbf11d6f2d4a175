import { describe, expect, test } from 'vitest';
import { end, FacetHeads } from './facet-heads.ts';
import { compareKeys, KeyColumn } from './key-column.ts';

describe('texts of a column', () => {
  // what begins alike, what is longer, letters of one to four bytes, signs above the halves of larger ones
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

  test.each(texts)('%j is where its bytes are, beside every other', (text) => {
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

  test('are read as they were set, also after many changes', () => {
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

  test('rows without one come last', () => {
    const column = new KeyColumn('text');
    column.set(0, null);
    column.set(1, 'z');
    column.set(2, null);
    expect([sign(column.compare(0, 1)), sign(column.compare(1, 0)), column.compare(0, 2)]).toEqual([
      1, -1, 0,
    ]);
  });
});

test('heads of chains are found among a hundred thousand, and gone when taken away', () => {
  const heads = new FacetHeads();
  const facets = Array.from({ length: 100_000 }, (_, n) => (n % 13) * 2 ** 28 + Math.floor(n / 13));
  for (const [link, facet] of facets.entries()) heads.set(facet, link);
  for (const [link, facet] of facets.entries()) if (link % 3 === 0) heads.set(facet, end);
  heads.set(4_294_967_295, end);
  const wrong = facets.filter((facet, link) => heads.get(facet) !== (link % 3 === 0 ? end : link));
  expect(wrong).toEqual([]);
  expect([heads.get(4_294_967_295), heads.get(999_999)]).toEqual([end, end]);
  heads.set(facets[0] ?? 0, 5);
  expect(heads.get(facets[0] ?? 0)).toBe(5);
});
