import { expect, test } from 'vitest';
import { leaderboardSearch } from '#features/leaderboards/search.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { newsSearch } from '#features/news/search.ts';
import { newsList } from '#features/news/server/list.ts';
import { packSearch } from '#features/packs/search.ts';
import { packList } from '#features/packs/server/list.ts';
import { trackSearch } from '#features/tracks/search.ts';
import { trackList } from '#features/tracks/server/list.ts';
import { userSearch } from '#features/users/search.ts';
import { userList } from '#features/users/server/list.ts';
import { videoSearch } from '#features/videos/search.ts';
import { videoList } from '#features/videos/server/list.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { allSites } from '#sites/all.ts';
import type { Site } from '#sites/schema.ts';
import { filterParams, readAddress } from './address.ts';

type Filters = Readonly<
  Record<string, { parse(name: string, values: readonly string[], site: Site): unknown }>
>;

const sites = await allSites();
const searches: [page: string, declared: SearchDeclaration, filters: Filters, site: Site][] = sites.flatMap(
  (site) => [
    [`${site.code} tracks`, trackSearch(site), trackList.filters, site],
    [`${site.code} packs`, packSearch, packList.filters, site],
    [`${site.code} users`, userSearch, userList.filters, site],
    [`${site.code} videos`, videoSearch, videoList.filters, site],
    [`${site.code} news`, newsSearch, newsList.filters, site],
    [`${site.code} leaderboards`, leaderboardSearch(site), leaderboardList.filters, site],
  ],
);

const longList = Array.from({ length: 150 }, (_, number) => number).join();
const values = [
  ...[
    '0',
    '1',
    '9',
    '99999999999',
    '2147483647',
    '2147483648',
    '-1',
    '1.5',
    '0x1',
    'abc',
    'true',
    '\0',
    '%00',
  ],
  ...['0001', '9999', '2010-02-29', '2147483s', '2147484s', '999999h', '1...2', '-5...5', '9999999999...'],
  ...[
    'all',
    'any',
    'unknown',
    '!1',
    '1,abc',
    longList,
    'a'.repeat(200),
    'a'.repeat(201),
    '\u{1f697}'.repeat(101),
  ],
];

const read = (filters: Filters, site: Site, params: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(params)) filters[name]?.parse(name, [value], site);
};

test.each(searches)(
  '%s: no value in the search box or the address is refused by the list',
  (_, declared, filters, site) => {
    const names = [...Object.keys(declared.keys).map((name) => `${name}:`), ''];
    for (const value of values) {
      for (const name of names) {
        const address = readAddress(declared, new URLSearchParams({ query: `${name}${value}` }));
        expect(() => read(filters, site, filterParams(declared, address, {})), name + value).not.toThrow();
      }
      for (const name of Object.keys(declared.address)) {
        const address = readAddress(declared, new URLSearchParams({ [name]: value }));
        expect(
          () => read(filters, site, filterParams(declared, address, {})),
          `?${name}=${value}`,
        ).not.toThrow();
      }
    }
  },
);

test('a value that the search box rejects would be refused by the list', () => {
  for (const [, , , site] of searches) {
    expect(() => read(trackList.filters, site, { id: '99999999999' })).toThrow("Invalid value for 'id'");
  }
});
