import { expect, test } from 'vitest';
import { logPeriod, logQuery, readLogFilters } from './filters.ts';
import { shownChanges } from './states.ts';

test.each([
  [{ ThreadTitle: 'Old' }, { ThreadTitle: 'New' }, [{ name: 'Thread title', before: 'Old', after: 'New' }]],
  [{ Public: true, boardId: 3 }, null, [{ name: 'Public', before: 'yes', after: null }]],
  [null, { Tags: ['Race', 'Tech'] }, [{ name: 'Tags', before: null, after: 'Race, Tech' }]],
  [
    { Until: '2026-11-23T10:00:00.000Z' },
    { Until: null },
    [{ name: 'Until', before: '2026-11-23 10:00 UTC', after: 'none' }],
  ],
  [{ Text: 'x'.repeat(501) }, {}, [{ name: 'Text', before: `${'x'.repeat(500)}…`, after: null }]],
  [null, null, []],
])('%j becoming %j is shown', (before, after, shown) => expect(shownChanges(before, after)).toEqual(shown));

const all = {
  site: 'tmnf',
  by: 'mo',
  act: 'comment.delete',
  kind: 'comment',
  subject: 'comment-5',
  person: 'ann',
  from: '2026-11-01',
  to: '2026-11-02',
  undone: '1',
  number: '7',
};

test('filters of an address are read and written', () => {
  const filters = readLogFilters(new URLSearchParams(all));
  expect(logQuery(filters)).toEqual(all);
  expect(logPeriod(filters)).toEqual({
    since: new Date('2026-11-01T00:00:00Z'),
    before: new Date('2026-11-03T00:00:00Z'),
  });
});

test('invalid values are no filters', () => {
  const wrong = {
    by: ' \u0000 ',
    act: 'toString',
    kind: 'A b',
    subject: 'x',
    from: '2026-13-01',
    to: 'soon',
    number: '0',
  };
  expect(logQuery(readLogFilters(new URLSearchParams(wrong)))).toEqual({});
});
