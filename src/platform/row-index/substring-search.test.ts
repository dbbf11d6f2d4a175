import { expect, test } from 'vitest';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { runSeed } from '#testing/run-seed.ts';
import { Bitset } from './bitset.ts';
import { RowIndex } from './row-index.ts';
import { SubstringSearch } from './substring-search.ts';

const random = seededRandom(runSeed());
const below = (n: number) => Math.floor(random() * n);
const letters = ['a', 'b', 'c', ' ', 'é', 'ж', '😀', '1', '.'];
const someText = () => Array.from({ length: below(9) }, () => letters[below(letters.length)]).join('');
/** characters of one to four bytes, words, and what no text contains */
const needles = ['a', ' ', 'ab', 'é', 'ж', '😀', 'a😀', 'abc', '.1', 'nothing', '\n', 'a\nb'];

test('texts are found in steps while they change, like a full scan would find them', {
  timeout: 30_000,
}, () => {
  const index = new RowIndex(['integer']);
  const texts = new Map<number, string>();
  const set = (id: number, text: string) => {
    index.set({ id, keys: [id], facets: [], text });
    texts.set(id, text);
  };
  for (let id = 1; id <= 12_000; id++) set(id, someText());
  let steps = 0;
  for (const needle of needles) {
    const work = index.searching(needle);
    if (!work) throw new Error(`${needle} was searched before.`);
    for (const _ of work) {
      steps += 1;
      for (let change = 0; change < 200; change++) {
        const id = 1 + below(12_500);
        if (change % 3 > 0) set(id, someText());
        else {
          index.remove(id);
          texts.delete(id);
        }
      }
    }
    expect(index.searching(needle), 'it is cached').toBeNull();
    const wanted = [...texts].filter(([, text]) => text.includes(needle)).map(([id]) => id);
    const { ids } = index.select({
      clauses: [{ any: [{ contains: needle }] }],
      order: 0,
      descending: false,
      from: null,
      limit: 50_000,
    });
    expect([needle, ids.join()]).toEqual([needle, wanted.sort((a, b) => a - b).join()]);
  }
  expect(steps).toBeGreaterThan(20);
});

test.each([['a'], ['ab'], ['abc']])('no step finds more than some thousand texts: %s', (needle) => {
  const search = new SubstringSearch();
  const rows = 100_000;
  for (let row = 0; row < rows; row++) search.set(row, `xx abc ${row}`);
  const found = new Bitset(rows);
  let before = 0;
  for (const _ of search.finding(needle, found)) {
    const now = found.count();
    expect(now - before).toBeLessThanOrEqual(2048);
    before = now;
  }
  expect(found.count()).toBe(rows);
  expect(search.containing(needle).count()).toBe(rows);
});
