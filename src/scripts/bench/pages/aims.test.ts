import { expect, test } from 'vitest';
import { type Aim, aimsTable, atLeast, atMost, shown, summary, verdictOn } from './aims.ts';

test.each<[Aim, ReturnType<typeof verdictOn>]>([
  [atMost('p95', 99.9, 100, 'ms'), 'met'],
  [atMost('p95', 100, 100, 'ms'), 'met'],
  [atMost('p95', 100.1, 100, 'ms'), 'MISSED'],
  [atLeast('rate', 400, 400, '/s'), 'met'],
  [atLeast('rate', 399, 400, '/s'), 'MISSED'],
  [atMost('figure that could not be made', Number.NaN, 100, 'ms'), 'MISSED'],
  [atMost('part that was not chosen', undefined, 100, 'ms'), 'not measured'],
])('%o', (aim, verdict) => {
  expect(verdictOn(aim)).toBe(verdict);
});

test('a missed aim is printed as missed, with its figure, beside the build that is compared with', () => {
  const ours = [atMost('home: Node', 12.34, 6, 'ms'), atMost('left out', null, 1, '')];
  const other = [atMost('home: Node', 36, 6, 'ms'), atMost('left out', null, 1, '')];
  const [, row, ...more] = aimsTable(ours, other).split('\n');
  expect(row?.replace(/ {2,}/g, ' | ')).toBe('home: Node | 12.3 ms | 36 ms | at most 6 ms | MISSED');
  expect(more).toEqual([]);
  expect(summary(ours)).toBe('1 of 1 aims are MISSED.');
  expect(summary([atMost('home: Node', 5, 6, 'ms')])).toBe('All 1 measured aims are met.');
});

test.each([
  [0.0123, '0.01'],
  [3.456, '3.5'],
  [4, '4'],
  [1234.5, '1235'],
  [Number.NaN, '–'],
])('%d is shown as %s', (figure, text) => {
  expect(shown(figure)).toBe(text);
});
