import { expect, test } from 'vitest';
import { leaderboardSearch } from '#features/leaderboards/search.ts';
import { newsSearch } from '#features/news/search.ts';
import { packSearch } from '#features/packs/search.ts';
import { trackSearch } from '#features/tracks/search.ts';
import { userSearch } from '#features/users/search.ts';
import { videoSearch } from '#features/videos/search.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
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
