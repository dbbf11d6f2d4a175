import { expect, test } from 'vitest';
import { pagesOf } from './find-pages.ts';
import { personalLists } from './navigation.ts';
import { markIn, problemsIn, quickSearch, type ReadRows } from './quick-results.ts';
import { pageFinder } from './ui/page-finder.ts';

const track = (TrackId: number, TrackName: string) => ({
  TrackId,
  TrackName,
  Uploader: { Name: 'Ann' },
  PrimaryType: 0,
  AuthorTime: 41_280,
  AuthorScore: 41_280,
});

function reader(answers: Record<string, readonly unknown[]>) {
  const requested: string[] = [];
  const read: ReadRows = async <Hit>(path: string) => {
    requested.push(path);
    const key = Object.keys(answers).find((start) => path.startsWith(start));
    return { rows: (key ? answers[key] : []) as Hit[] }; // responses of the test
  };
  return { requested, read };
}

test('three rows of each kind, counts up to 9+, and a link to the rest', async () => {
  const { read, requested } = reader({
    '/api/tracks?name': Array.from({ length: 10 }, (_, index) => track(index + 1, `$f00Flo ${index}`)),
    '/api/users?name': [{ UserId: 3, Name: 'Floette', Tint: 0, Tracks: 1 }],
  });
  const groups = await quickSearch(' flo ', read, () => [{ label: 'Flow', href: '/flow' }]);
  expect(groups.map(({ title, count, rows, more }) => [title, count, rows.length, more])).toEqual([
    ['Tracks', '9+', 3, '/tracksearch?query=flo'],
    ['Users', '1', 1, '/usersearch?query=flo'],
    ['Videos', '0', 0, null],
    ['Pages', '1', 1, null],
  ]);
  expect(groups[0]?.rows[0]).toMatchObject({
    name: 'Flo 0',
    by: 'Ann',
    fact: '00:41.28',
    href: '/trackshow/1',
  });
  expect(groups[1]?.rows[0]).toMatchObject({ fact: '1 track', href: '/usershow/3' });
  expect(requested).toHaveLength(3);
  expect(new URL(requested[0] ?? '', 'http://x').searchParams.get('count')).toBe('10');
});

test.each(['12', '#12'])('the row with the id %s comes first, and once', async (typed) => {
  const { read } = reader({
    '/api/tracks?id=12': [track(12, 'Twelve')],
    '/api/tracks?name': [track(112, '12 laps'), track(12, 'Twelve')],
  });
  const [tracks] = await quickSearch(typed, read, () => []);
  expect(tracks?.rows.map(({ name }) => name)).toEqual(['Twelve', '12 laps']);
});

test.each([
  [3, 1240, '1240 pts'],
  [2, 3, '00:41.28 (3)'],
  [0, 41_280, '00:41.28'],
])('a track of type %s with the score %s shows %s', async (PrimaryType, AuthorScore, fact) => {
  const { read } = reader({ '/api/tracks?name': [{ ...track(1, 'Loop'), PrimaryType, AuthorScore }] });
  const [tracks] = await quickSearch('loop', read, () => []);
  expect(tracks?.rows[0]?.fact).toBe(fact);
});

test('text that looks like a search key is searched literally', async () => {
  const { read } = reader({ '/api/tracks?name': [track(1, 'a:b')] });
  const [tracks] = await quickSearch('author:x', read, () => []);
  expect(tracks?.more).toBe(`/tracksearch?${new URLSearchParams({ query: '"author:x"' })}`);
});

test('a kind that cannot be read says why and does not affect the others; each message is shown once', async () => {
  const problem = 'Too many requests.';
  const { read } = reader({ '/api/users?name': [{ UserId: 3, Name: 'Floette', Tint: 0, Tracks: 1 }] });
  const groups = await quickSearch(
    'flo',
    async (path) => (path.startsWith('/api/users') ? read(path) : { problem }),
    () => [],
  );
  expect(groups.map(({ title, rows, problem }) => [title, rows.length, problem])).toEqual([
    ['Tracks', 0, problem],
    ['Users', 1, null],
    ['Videos', 0, problem],
    ['Pages', 0, null],
  ]);
  expect(problemsIn(groups)).toEqual([problem]);
});

test.each([
  ['Floodlight', 'flo', ['', 'Flo', 'odlight']],
  ['Green Flo', ' FLO ', ['Green ', 'Flo', '']],
  ['Other', 'flo', ['Other', '', '']],
  ['Other', '', ['Other', '', '']],
])('in %j %j is marked', (name, typed, parts) => {
  expect(markIn(name, typed)).toEqual(parts);
});

const closedOut = { isSignedIn: false, canRegister: false, isCrew: false, isLeader: false };
const visitor = { ...closedOut, canRegister: true };
const member = { ...closedOut, isSignedIn: true };
const moderator = { ...member, isCrew: true };
const leader = { ...moderator, isLeader: true };
const find = pageFinder(pagesOf(member));

test.each([
  ['a visitor', visitor, [true, true, false, false, false, false]],
  ['a visitor while registration is closed', closedOut, [true, false, false, false, false, false]],
  ['a member', member, [false, false, true, true, false, false]],
  ['a moderator', moderator, [false, false, true, true, true, false]],
  ['a site leader', leader, [false, false, true, true, true, true]],
])('%s is offered only pages that they can use', (_, viewer, expected) => {
  const labels = pagesOf(viewer).map(({ label }) => label);
  const some = ['Sign in', 'Register', 'My account', 'My tracks', 'Moderation log', 'Administration'];
  expect(some.map((label) => labels.includes(label))).toEqual(expected);
  expect(labels).toContain('Search tracks');
  expect(labels).toContain('About');
});

test('the Play later list is offered once, under one name', () => {
  const labels = personalLists.filter(({ href }) => /playlater/.test(href)).map(({ label }) => label);
  expect(labels).toEqual(['Play later']);
});

test.each([
  ['leader', 'Leaderboards'],
  ['leadrboard', 'Leaderboards'],
  ['LATER', 'Play later'],
  ['serch', 'Search tracks'],
  ['uplaod', 'Upload track'],
])('%s finds the page %s', (typed, label) => {
  expect(find(typed)[0]?.label).toBe(label);
});

test.each(['', 'zzzz', 'qxjw'])('%j matches no page', (typed) => {
  expect(find(typed)).toEqual([]);
});
