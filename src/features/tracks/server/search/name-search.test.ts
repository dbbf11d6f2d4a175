import { expect, test } from 'vitest';
import { seededRandom } from '#lib/gbx/random.ts';
import { Bits } from './bits.ts';
import { NameSearch } from './name-search.ts';
import { RowIndex } from './row-index.ts';

const random = seededRandom(5);
const below = (n: number) => Math.floor(random() * n);
const letters = ['a', 'b', 'c', ' ', 'é', 'ж', '😀', '1', '.'];
const someName = () => Array.from({ length: below(9) }, () => letters[below(letters.length)]).join('');
/** one to four bytes, words, and what no name can hold */
const needles = ['a', ' ', 'ab', 'é', 'ж', '😀', 'a😀', 'abc', '.1', 'nothing', '\n', 'a\nb'];

test('names are found in steps while they change, as one look at them all would find them', {
  timeout: 30_000,
}, () => {
  const index = new RowIndex(['integer']);
  const names = new Map<number, string>();
  const set = (id: number, name: string) => {
    index.set({ id, keys: [id], facets: [], name });
    names.set(id, name);
  };
  for (let id = 1; id <= 12_000; id++) set(id, someName());
  for (const needle of needles) {
    const work = index.findingName(needle);
    if (!work) throw new Error(`${needle} was not looked for before.`);
    let steps = 0;
    for (const _ of work) {
      steps += 1;
      for (let change = 0; change < 200; change++) {
        const id = 1 + below(12_500);
        if (change % 3 > 0) set(id, someName());
        else {
          index.remove(id);
          names.delete(id);
        }
      }
    }
    if (!needle.includes('\n')) expect(steps).toBeGreaterThan(0);
    expect(index.findingName(needle), 'it is kept').toBeNull();
    const wanted = [...names].filter(([, name]) => name.includes(needle)).map(([id]) => id);
    const { ids } = index.select({
      clauses: [{ any: [{ name: needle }] }],
      order: 0,
      descending: false,
      from: null,
      limit: 50_000,
    });
    expect([needle, ids.join()]).toEqual([needle, wanted.sort((a, b) => a - b).join()]);
  }
});

test.each([['a'], ['ab'], ['abc']])('no step takes more than some thousand names: %s', (needle) => {
  const search = new NameSearch();
  const rows = 100_000;
  for (let row = 0; row < rows; row++) search.set(row, `xx abc ${row}`);
  const found = new Bits(rows);
  let before = 0;
  for (const _ of search.finding(needle, found)) {
    const now = found.count();
    expect(now - before).toBeLessThanOrEqual(4096);
    before = now;
  }
  expect(found.count()).toBe(rows);
  expect(search.containing(needle).count()).toBe(rows);
});
