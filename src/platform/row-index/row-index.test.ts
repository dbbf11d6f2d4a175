import { describe, expect, test } from 'vitest';
import { runSeed } from '#testing/run-seed.ts';
import type { Clause, Condition } from './conditions.ts';
import { compareKeys, type KeyKind, type SortKey } from './key-column.ts';
import { type IndexedRow, type IndexQuery, RowIndex } from './row-index.ts';

const firstSeed = runSeed();
const seeds = [0, 1, 2].map((n) => firstSeed + n);

/** Small numbers from a seed, so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed >>> 0;
  return (sides: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % sides;
  };
}

const kinds: readonly KeyKind[] = ['number', 'number', 'text'];
const words = ['speed', 'dirt', 'нoc', 'a', 'loop', 'ab', 'b a'];
type Roll = ReturnType<typeof dice>;

const someRow = (roll: Roll, id: number): IndexedRow => ({
  id,
  keys: [
    roll(8),
    roll(3) === 0 ? null : roll(1000) / 7,
    roll(4) === 0 ? null : (words[roll(words.length)] ?? null),
  ],
  facets: [roll(3), 10 + roll(20), ...(roll(5) === 0 ? [40] : [])],
  text: `${words[roll(words.length)]} ${words[roll(words.length)]}`,
});

function holds(row: IndexedRow, condition: Condition): boolean {
  if ('facet' in condition) return row.facets.includes(condition.facet);
  if ('ids' in condition) return condition.ids.includes(row.id);
  if ('rows' in condition) throw new Error('not generated here');
  if ('contains' in condition) return row.text.includes(condition.contains);
  const key = row.keys[condition.order] as number | null; // ranges are generated for numbers only
  return (
    key !== null &&
    (condition.min === null || compareKeys(key, condition.min) >= 0) &&
    (condition.max === null || compareKeys(key, condition.max) <= 0)
  );
}

const matches = (row: IndexedRow, clauses: readonly Clause[]) =>
  clauses.every((clause) => clause.any.some((condition) => holds(row, condition)) !== Boolean(clause.not));

function inOrder(rows: IndexedRow[], order: number, descending: boolean): IndexedRow[] {
  return rows.toSorted((a, b) => {
    const x: SortKey = a.keys[order] ?? null;
    const y: SortKey = b.keys[order] ?? null;
    if (x === null || y === null) if (x !== y) return x === null ? 1 : -1;
    return (compareKeys(x, y) || a.id - b.id) * (descending ? -1 : 1);
  });
}

/** The expected result, by a full scan. */
function scan(rows: Map<number, IndexedRow>, query: IndexQuery) {
  const all = inOrder([...rows.values()], query.order, query.descending);
  const from = query.from;
  const at = from ? all.findIndex((row) => row.id === from.place.id) : 0;
  const side = !from ? all : from.back ? all.slice(0, at) : all.slice(from.inclusive ? at : at + 1);
  const found = side.filter((row) => matches(row, query.clauses));
  const page = from?.back ? found.slice(-query.limit) : found.slice(0, query.limit);
  return { ids: page.map((row) => row.id), more: found.length > query.limit };
}

const someCondition = (roll: Roll): Condition => {
  const kind = roll(5);
  if (kind === 0) return { facet: 10 + roll(20) };
  if (kind === 1) return { facet: roll(2) === 0 ? roll(3) : 40 };
  if (kind === 2) return { contains: words[roll(words.length)]?.slice(0, 1 + roll(3)) ?? 'a' };
  if (kind === 3) return { order: roll(2), min: roll(2) ? roll(100) : null, max: roll(2) ? roll(150) : null };
  return { ids: Array.from({ length: roll(40) }, () => 1 + roll(3000)) };
};

const someClauses = (roll: Roll): Clause[] =>
  Array.from({ length: roll(4) }, () => ({
    any: Array.from({ length: 1 + roll(2) }, () => someCondition(roll)),
    not: roll(4) === 0,
  }));

describe.each(seeds)('the index returns what a full scan returns, seed %i', (seed) => {
  test('while rows are added, changed and removed', () => {
    const roll = dice(seed);
    const rows = new Map(Array.from({ length: 2500 }, (_, at) => [at + 1, someRow(roll, at + 1)] as const));
    const loaded = new RowIndex(kinds);
    loaded.load(rows.values());
    // as if another thread had loaded it
    const index = new RowIndex(kinds);
    index.adopt(structuredClone(loaded));
    for (let turn = 0; turn < 1500; turn++) {
      const id = 1 + roll(3000);
      if (roll(3) === 0) {
        rows.delete(id);
        index.remove(id);
      } else {
        const row = someRow(roll, id);
        rows.set(id, row);
        index.set(row);
      }
      const cursor = roll(2) === 0 ? [...rows.keys()][roll(rows.size)] : undefined;
      const order = roll(3);
      const place = cursor === undefined ? null : index.placeOf(cursor, order);
      const query: IndexQuery = {
        clauses: someClauses(roll),
        order,
        descending: roll(2) === 0,
        from: place && { place, inclusive: roll(3) === 0, back: roll(2) === 0 },
        limit: 1 + roll(60),
      };
      if (query.from?.back) query.from.inclusive = false;
      expect(index.select(query), JSON.stringify(query)).toEqual(scan(rows, query));
      if (turn % 50 === 0) {
        const expected = [...rows.values()].filter((row) => matches(row, query.clauses)).length;
        expect(index.count(query.clauses)).toBe(expected);
      }
    }
  }, 60_000);
});

test('a page can begin at the place of a removed row', () => {
  const index = new RowIndex(['number']);
  index.load([5, 3, 3, 1].map((key, at) => ({ id: at + 1, keys: [key], facets: [], text: '' })));
  const place = index.placeOf(3, 0);
  index.remove(3);
  expect(place).toEqual({ key: 3, id: 3 });
  expect(
    index.select({
      clauses: [],
      order: 0,
      descending: true,
      from: place && { place, inclusive: false, back: false },
      limit: 10,
    }),
  ).toEqual({ ids: [2, 4], more: false });
});

test('a row is compared with what the index has of it; a new row is not', () => {
  const index = new RowIndex(kinds);
  const row: IndexedRow = { id: 7, keys: [1, null, 'dirt'], facets: [2, 11], text: 'dirt loop' };
  index.load([row]);
  expect(index.changesIn(row)).toEqual([]);
  const changes = index.changesIn({ ...row, keys: [2, null, null], facets: [11, 12] });
  const values = ['facet 2', 'facet 12', 'order 0', 'order 2'];
  expect(changes?.filter((value) => !value.includes('among'))).toEqual(values);
  expect(changes?.filter((value) => value.endsWith('among 2'))).toEqual(
    values.map((value) => `${value} among 2`),
  );
  expect(changes).not.toContain('order 0 among 3');
  expect(index.changesIn({ ...row, id: 8 })).toBeNull();
});
