import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as commentViews from '#features/comments/views.ts';
import * as forumViews from '#features/forum/views.ts';
import { leaderboardSearch } from '#features/leaderboards/search.ts';
import * as boardViews from '#features/leaderboards/views.ts';
import { newsSearch } from '#features/news/search.ts';
import * as newsViews from '#features/news/views.ts';
import { packSearch } from '#features/packs/list/search.ts';
import * as packViews from '#features/packs/list/views.ts';
import * as replayViews from '#features/replays/list/views.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import * as trackViews from '#features/tracks/list/views.ts';
import * as userViews from '#features/users/crew/crew-views.ts';
import { userSearch } from '#features/users/list/search.ts';
import { videoSearch } from '#features/videos/search.ts';
import * as videoViews from '#features/videos/views.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import type { ViewDeclaration } from '#lib/query-language/view.ts';
import { allSites } from '#sites/all.ts';
import { iconNames } from '#ui/icon-name.ts';

const sites = await allSites();
const all: SearchDeclaration[] = [
  packSearch,
  userSearch,
  videoSearch,
  newsSearch,
  ...sites.flatMap((site) => [trackSearch(site), leaderboardSearch(site)]),
];

test.each(all.map((declared) => [declared.page, declared] as const))(
  '%s is declared completely',
  (_, declared) => {
    const { keys, groups, orders, views, defaultOrder, fields, cursor, address } = declared;
    const shown = groups.flatMap((group) => group.keys);
    expect(shown.filter((name) => !keys[name]?.control)).toEqual([]);
    expect(new Set(shown).size).toBe(shown.length);
    expect(fields).toContain(cursor);
    expect(orders.some(([code]) => code === defaultOrder)).toBe(true);
    expect(Object.values(views).filter(({ icon }) => !iconNames.some((name) => name === icon))).toEqual([]);
    expect(Object.values(address).filter(({ key }) => key !== undefined && !keys[key])).toEqual([]);
    // names that are typed are letters and digits, and no two keys share one
    const typed = Object.entries(keys).flatMap(([name, key]) => [name, ...(key.aliases ?? [])]);
    expect(typed.filter((name) => !/^[a-z][a-z0-9]*$/.test(name))).toEqual([]);
    expect(new Set(typed).size).toBe(typed.length);
  },
);

test.each(all.map((declared) => [declared.page, declared] as const))(
  '%s requests only what its list has',
  (_, declared) => {
    for (const key of Object.values(declared.keys)) {
      for (const choice of key.kind.choices) {
        const part = { text: choice, isQuoted: false, isNegated: false, start: 0, end: 0 };
        const reading = key.kind.read([part]);
        expect(reading.ok).toBe(true);
        if (reading.ok) expect(Object.keys(key.params(reading.value))).not.toEqual([]);
      }
    }
  },
);

const isView = (exported: unknown): exported is ViewDeclaration =>
  typeof exported === 'object' && exported !== null && 'type' in exported && 'size' in exported;
const modules = [commentViews, forumViews, boardViews, newsViews, packViews, replayViews, trackViews];
const views = [...modules, userViews, videoViews].flatMap((views) => Object.values(views).filter(isView));

test.each([
  ['trackprofiletiles', [1]],
  ['personalbest', [1]],
  ['newsfrontpage', [5]],
  ['lbfrontpagemini', [5]],
  ['trackvideos', [5]],
  ['videosfrontpage', [8]],
  ['tracksfrontpage', [10]],
  ['tracksfrontpagecompetitive', [10]],
  ['tracksfrontpagetiles', [10]],
  ['trackpacksfrontpage', [10]],
  ['lbfrontpage', [10]],
  ['trackstiles', [10]],
  ['trackstilesvideo', [10]],
  ['comments', [10]],
  ['videosbyauthor', [10]],
  ['videosnew', [10]],
  ['awards', [20, 10]], // fewer on the front page
  ['betatracks', [20]],
  ['trackpacktracks', [20]],
  ['trackpackmanager', [20]],
  ['trackpacksubmittedtracks', [20]],
  ['crew', [20]],
  ['formercrew', [20]],
  ['trackpackleaderboard', [25]],
  ['replays', [50, 5]], // fewer in the overview of a user
  ['dedimania', [50]],
])('the view %s has %j rows a page', (type, sizes) => {
  const declared = views.filter((view) => view.type === type).map(({ size }) => size);
  expect(new Set(declared)).toEqual(new Set(sizes));
});

test('pages show views in their declared size', () => {
  const pages = globSync('src/{pages,layouts}/**/*.astro');
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((page) => /\bsize: *\d/.test(readFileSync(page, 'utf8')))).toEqual([]);
});
