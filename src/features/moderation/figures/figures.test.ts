import { expect, test } from 'vitest';
import { allActs } from '../acts/server/all-acts.ts';
import { minShown, monthOf, monthsAfter, shownCount, shownDuration, shownFigures } from './figures.ts';

test.each([
  [0, '0'],
  [1, 'fewer than 5'],
  [minShown - 1, 'fewer than 5'],
  [minShown, '5'],
  [minShown + 1, '6'],
])('the count %i is shown as %s', (count, shown) => expect(shownCount(count)).toBe(shown));

test('a month with few cases shows none of its small counts, and no median', () => {
  const shown = JSON.stringify(
    shownFigures({
      reports: 4,
      settled: 4,
      medianSeconds: 777,
      undone: 1,
      appeals: 3,
      upheld: 2,
      'acts.removed': 4,
      'acts.sanctioned': 1,
    }),
  );
  expect(shown).not.toMatch(/"[1-4]"/);
  expect(shown).not.toContain('within');
});

test.each([
  [0, 0, []],
  [0, 5, ['Appeals: decision stands', 'Appeals: decision undone or wrong']],
  [5, 7, ['Appeals: decision stands', 'Appeals: decision undone or wrong']],
  [5, 1, ['Appeals decided']],
  [4, 9, ['Appeals decided']],
])(
  'with %i upheld and %i granted appeals, no small count can be found by subtraction',
  (upheld, granted, labels) => {
    const { figures } = shownFigures({ appeals: upheld + granted, upheld, granted });
    expect(figures.map(({ label }) => label)).toEqual([
      'Reports',
      'Cases closed',
      'Actions undone',
      'Appeals',
      ...labels,
    ]);
  },
);

test('a month with many cases shows its counts, and no sum from which a small one could be found', () => {
  const { figures, acts } = shownFigures({
    reports: 20,
    settled: 15,
    medianSeconds: 7200,
    'acts.removed': 31,
    'acts.lifted': 2,
  });
  expect(figures).toContainEqual({ label: 'Median time to close', value: '2 hours' });
  expect(acts).toEqual([
    { label: 'Removed or blocked', value: '31' },
    { label: 'Sanctions lifted', value: 'fewer than 5' },
  ]);
});

test.each([
  [0, '1 minute'],
  [119, '2 minutes'],
  [7199, '120 minutes'],
  [7200, '2 hours'],
  [172_800, '2 days'],
])('%i seconds are shown as %s', (seconds, shown) => expect(shownDuration(seconds)).toBe(shown));

test('removals, sanctions and restorations are counted separately, and views are not counted', () => {
  const of = (group: string | null) => allActs.filter((act) => act.group === group).map(({ name }) => name);
  expect(of('removed')).toEqual(expect.arrayContaining(['comment.delete', 'record.remove', 'picture.block']));
  expect(of('sanctioned')).toEqual(expect.arrayContaining(['user.mute', 'user.suspend', 'user.warn']));
  expect(of('restored')).toEqual(expect.arrayContaining(['comment.restore', 'picture.allow']));
  expect(of(null)).toEqual(expect.arrayContaining(['replay.evidence', 'appeal.reject', 'report.take']));
  expect(of('other')).toContain('board.create');
});

test('months end in UTC', () => {
  expect(monthOf(new Date('2026-10-31T23:59:59.999Z'))).toBe('2026-10-01');
  expect(monthsAfter('2026-12-01', 1)).toBe('2027-01-01');
  expect(monthsAfter('2026-01-01', -1)).toBe('2025-12-01');
});
