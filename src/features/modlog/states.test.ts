import { expect, test } from 'vitest';
import { logPeriod, logQuery, readLogFilters } from './filters.ts';
import { changedFacts, openingOf, shownChanges } from './states.ts';

test.each([
  [{ ThreadTitle: 'Old' }, { ThreadTitle: 'New' }, [{ name: 'Thread title', before: 'Old', after: 'New' }]],
  [{ Public: true, boardId: 3 }, null, [{ name: 'Public', before: 'yes', after: null }]],
  [null, { Tags: ['Race', 'Tech'] }, [{ name: 'Tags', before: null, after: 'Race, Tech' }]],
  [
    { Until: '2026-11-23T10:00:00.000Z' },
    { Until: null },
    [{ name: 'Until', before: '2026-11-23 10:00 UTC', after: 'none' }],
  ],
  // a text can be restored from the log only if it is shown completely
  [{ Text: 'x'.repeat(4000) }, {}, [{ name: 'Text', before: 'x'.repeat(4000), after: null }]],
  [
    { ReadLevel: 0, WriteLevel: 2, ReplyLevel: 1 },
    { ReadLevel: 4, WriteLevel: 5, ReplyLevel: 3 },
    [
      { name: 'Who reads', before: 'Everyone', after: 'Moderators' },
      { name: 'Who starts threads', before: 'Confirmed accounts', after: 'Site leaders' },
      { name: 'Who replies', before: 'Everyone signed in', after: 'Trusted users' },
    ],
  ],
  [
    { Review: 'newUploaders' },
    { Review: 'always' },
    [{ name: 'Review of new tracks', before: 'new uploaders', after: 'always' }],
  ],
  [
    { On: ['TMNF'], Role: 'moderator' },
    { On: ['TMNF'], Role: 'site leader' },
    [
      { name: 'On', before: null, after: 'TMNF' },
      { name: 'Role', before: 'moderator', after: 'site leader' },
    ],
  ],
  [{ Banner: '' }, { Banner: 'Hello' }, [{ name: 'Announcement', before: 'none', after: 'Hello' }]],
  [{ ReadLevel: 99 }, null, [{ name: 'Who reads', before: '99', after: null }]],
  [null, null, []],
])('%j becoming %j is shown', (before, after, shown) => expect(shownChanges(before, after)).toEqual(shown));

test('only a long text has an opening', () => {
  expect(openingOf('x'.repeat(500))).toBeNull();
  expect(openingOf('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
});

test.each([
  [
    { Name: 'A', Tags: ['Race'] },
    { Name: 'B', Tags: ['Race'] },
    { before: { Name: 'A' }, after: { Name: 'B' } },
  ],
  [
    { Tags: ['Race'] },
    { Tags: ['Race', 'Tech'] },
    { before: { Tags: ['Race'] }, after: { Tags: ['Race', 'Tech'] } },
  ],
  [{ Until: null }, { Until: null }, { before: null, after: null }],
  [{}, { Until: '2026' }, { before: { Until: null }, after: { Until: '2026' } }],
])('of %j and %j only the facts that differ are stored', (before, after, changed) =>
  expect(changedFacts(before, after)).toEqual(changed),
);

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
