import { expect, test } from 'vitest';
import { leaderboardSearch } from '#features/leaderboards/search.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { newsSearch } from '#features/news/search.ts';
import { newsList } from '#features/news/server/list.ts';
import { packSearch } from '#features/packs/list/search.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { userSearch } from '#features/users/list/search.ts';
import { userList } from '#features/users/list/server/list.ts';
import { videoSearch } from '#features/videos/search.ts';
import { videoList } from '#features/videos/server/list.ts';
import { filterParams, readAddress } from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { noCode } from '#platform/lists/code-values.ts';
import { allSites } from '#sites/all.ts';
import type { Site } from '#sites/schema.ts';

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

test('values that the search box rejects would be refused by the list', () => {
  for (const [, , , site] of searches) {
    expect(() => read(trackList.filters, site, { mood: 'nope' })).toThrow("Invalid value for 'mood'");
    expect(() => read(trackList.filters, site, { valuemin: '1.5' })).toThrow("Invalid value for 'valuemin'");
  }
});

/** The track keys with fixed choices, and the parameters of the API for them. */
const enumerations = [
  ...[['environment', 'environment'] as const, ['vehicle', 'vehicle'] as const, ['tags', 'tag'] as const],
  ...[['mood', 'mood'] as const, ['difficulty', 'difficulty'] as const, ['routes', 'routes'] as const],
  ...[['type', 'primarytype'] as const, ['status', 'status'] as const],
];
const spellings = [
  ...[
    '0',
    '1',
    '2',
    '3',
    '6',
    '7',
    'Stadium',
    'stadiumcar',
    'Alpine',
    'SPEED',
    'bayCar',
    'Multi',
    'multiple',
  ],
  ...[
    'symmetric',
    'Symmetrical',
    'Fullspeed',
    'full_speed',
    'press-forward',
    'Normal',
    'race',
    'Laps',
    'Stunts',
  ],
  ...['Night', 'lunatic', 'retired', 'changes-requested'],
];

test.each(sites.map((site) => [site.code, site] as const))(
  '%s: the search box reads names and numbers of enumerations as the API does',
  (_, site) => {
    const declared = trackSearch(site);
    const ofOthers = (param: string, codes: readonly number[]) =>
      (param === 'environment' && codes.some((code) => !site.environments.includes(code))) ||
      (param === 'vehicle' && codes.some((code) => !site.cars.includes(code)));
    let compared = 0;
    for (const [key, param] of enumerations) {
      for (const spelling of spellings) {
        const ofApi = codesOf(param, spelling, site);
        if (!ofApi || ofApi.includes(noCode) || ofOthers(param, ofApi)) continue;
        const address = readAddress(declared, new URLSearchParams({ query: `${key}:${spelling}` }));
        const written = filterParams(declared, address, {})[param];
        expect([key, spelling, written && codesOf(param, written, site)]).toEqual([key, spelling, ofApi]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(25);
  },
);

/** What the API reads from a value; null if it refuses it. */
function codesOf(param: string, value: string, site: Site): readonly number[] | null {
  const { parse } = (trackList.filters as Filters)[param] ?? {};
  try {
    return (parse?.(param, [value], site) ?? null) as readonly number[] | null; // these filters read codes
  } catch {
    return null;
  }
}
