import { expect, test } from 'vitest';
import { pageMarks, pageNumber } from './page-numbers.ts';

const written = (current: number, last: number) =>
  pageMarks(current, last)
    .map((mark) => (mark === 'gap' ? '…' : mark.page === current ? `[${mark.page}]` : String(mark.page)))
    .join(' ');

test.each([
  [1, 1, '[1]'],
  [1, 2, '[1] 2'],
  [3, 5, '1 2 [3] 4 5'],
  [1, 97, '[1] 2 … 97'],
  [12, 97, '1 … 11 [12] 13 … 97'],
  [97, 97, '1 … 96 [97]'],
  [4, 97, '1 2 3 [4] 5 … 97'],
])('page %s of %s: %s', (current, last, bar) => {
  expect(written(current, last)).toBe(bar);
});

test.each([
  [null, 5, 1],
  ['3', 5, 3],
  ['9', 5, 5],
  ['0', 5, 1],
  ['-1', 5, 1],
  ['x', 5, 1],
  ['2', 0, 1],
])('p=%s of %s pages is page %s', (requested, last, page) => {
  expect(pageNumber(requested, last)).toBe(page);
});
