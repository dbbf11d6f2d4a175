import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { leaderboardSearch } from '#features/leaderboards/search.ts';
import { readAddress } from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { site } from '#site';
import { FilterControl } from '#ui/list/FilterControls.tsx';
import type { SearchIslandProps } from '#ui/list/use-list-store.ts';
import { type TrackSearchRow, trackSearch } from '../search.ts';
import { TrackSearch } from './TrackSearch.island.tsx';

const environment = site.environments[0] ?? 7;
const person = (UserId: number, Name: string) => ({ User: { UserId, Name, CustomUrl: null } });
const author = (UserId: number, Name: string, IsPending = false) => ({
  ...person(UserId, Name),
  IsUploader: UserId === 1,
  IsPending,
  Role: '',
});

const track: TrackSearchRow = {
  TrackId: 12,
  TrackName: '$f00Night$fffshift',
  Uploader: { UserId: 1, Name: 'Ann' },
  Authors: [author(1, 'Ann'), author(2, 'Bo'), author(3, 'Cy'), author(4, 'Dee', true)],
  AuthorTime: 41_280,
  AuthorScore: 0,
  PrimaryType: 0,
  Environment: environment,
  Car: site.cars.at(-1) ?? environment,
  Difficulty: 3,
  Tags: [site.tags[0]?.id ?? 0],
  Awards: 1234,
  ReplayType: 2,
  TrackValue: 763,
  HasThumbnail: false,
  HasImages: true,
  WRReplay: {
    ReplayId: 5,
    ReplayTime: 39_020,
    ReplayScore: 0,
    IsSecret: false,
    User: { UserId: 9, Name: 'Eve', CustomUrl: null, Tint: 0 },
  },
  UploadedAt: '2026-11-20T12:00:00.000',
  IsPublic: true,
  IsListed: false,
  IsBeta: false,
  InBookmarks: true,
  UserReplay: null,
  Feature: { Comment: 'Worth every second.' },
  Comments: 3,
  DownloadCount: 99,
};

const declared = trackSearch(site);
function props(search: string, rows: readonly TrackSearchRow[] = [track]): SearchIslandProps<TrackSearchRow> {
  return {
    title: 'Tracks',
    path: declared.page,
    always: {},
    first: {
      address: readAddress(declared, new URLSearchParams(search)),
      page: {
        rows,
        count: rows.length,
        total: rows.length,
        firstId: null,
        lastId: null,
        from: null,
        hasPrevious: false,
        nextFrom: 11,
      },
      status: { at: 'loaded' },
    },
    viewerId: 1,
    now: '2026-11-21T12:00:00.000Z',
  };
}
const rendered = (search: string, rows?: readonly TrackSearchRow[], hasPlayLater = false) =>
  renderToString(<TrackSearch {...props(search, rows)} hasPlayLater={hasPlayLater} empty={undefined} />);

test('the server renders the rows, with real links', () => {
  const html = rendered('');
  expect(html).toContain('Nightshift');
  expect(html).toContain('00:41.28');
  expect(html).toContain('00:39.02');
  expect(html).toContain('yesterday');
  expect(html).toContain('href="/tracksearch?from=11"');
  expect(html).toContain('href="/trackrandom"');
  expect(html).toContain('aria-sort="descending"');
  expect(html).not.toContain('style=');
  expect(html).not.toContain('$f00');
});

test('the record of a platform track is shown with respawns, that of a stunts track in points', () => {
  const record = (PrimaryType: number, ReplayScore: number) => ({
    ...track,
    PrimaryType,
    WRReplay: {
      ReplayId: 5,
      ReplayTime: 39_020,
      ReplayScore,
      IsSecret: false,
      User: { UserId: 9, Name: 'Eve', CustomUrl: null, Tint: 0 },
    },
  });
  expect(rendered('', [record(2, 3)])).toContain('00:39.02 (3)');
  expect(rendered('', [record(3, 640)])).toContain('640 pts');
  expect(rendered('', [record(0, 0)])).toContain('00:39.02<');
});

test.each([0, 1, 2, 3, 5])(
  'a secret record of type %i is never shown as a time, respawns or points',
  (PrimaryType) => {
    const secret = {
      ReplayId: 5,
      ReplayTime: 0,
      ReplayScore: 0,
      IsSecret: true,
      User: { UserId: 9, Name: 'Eve', CustomUrl: null, Tint: 0 },
    };
    for (const view of ['', '?view=stats', '?view=tiles', '?order1=41']) {
      const html = rendered(view, [{ ...track, PrimaryType, AuthorScore: 7, WRReplay: secret }]);
      expect(html).not.toContain('>00:00.00');
      expect(html).not.toContain('>0 pts');
      if (html.includes('Eve')) expect(html).toContain('>Secret<');
    }
    expect(rendered('', [{ ...track, PrimaryType, WRReplay: secret }])).toContain('Eve');
  },
);

test('a tile has every badge', () => {
  const html = rendered('?view=tiles');
  expect(html).toContain('+ 2');
  expect(html).not.toContain('Dee');
  expect(html).toContain('1.2K');
  expect(html).toContain('alt="Nadeo"');
  expect(html).toContain('Has pictures');
  expect(html).toContain('Has replays');
  expect(html).toContain('Unlisted');
  expect(html).toContain('Download Nightshift');
  expect(html.includes('tile__env')).toBe(site.capabilities.showsEnvironmentOverlay);
});

test.each(['', '?view=stats', '?view=tiles'])('in "%s" hidden and unlisted tracks are marked', (search) => {
  const row = { ...track, Authors: [author(7, 'Gus')] }; // as for a moderator
  const shown = (visibility: Partial<TrackSearchRow>) => {
    const html = rendered(search, [{ ...row, IsPublic: true, IsListed: true, ...visibility }]);
    return /lab--(?:warn|ok)">.*?<\/i>([^<]+)</.exec(html)?.[1];
  };
  expect(shown({ IsPublic: false })).toBe('Hidden');
  expect(shown({ IsPublic: false, IsBeta: true })).toBe('Hidden');
  expect(shown({ IsListed: false })).toBe('Unlisted');
  expect(shown({})).toBeUndefined();
});

test.each(['', '?view=stats', '?view=tiles'])(
  'in "%s" tracks can be added by viewers with a Play Later list',
  (search) => {
    const html = rendered(search, undefined, true);
    expect(html).toContain('aria-label="Play later: Nightshift"');
    expect(html).toContain('aria-pressed="true"');
    expect(html).toContain('formaction="/maps/toggleplaylater/12"');
    expect(rendered(search)).not.toContain('toggleplaylater');
  },
);

test('the feature comment is shown only among featured tracks', () => {
  expect(rendered('?view=tiles&query=in:featured')).toContain('Worth every second.');
  expect(rendered('?view=tiles&query=in:!featured')).not.toContain('Worth every second.');
  expect(rendered('?view=tiles')).not.toContain('Worth every second.');
});

test('the stats view shows counters, and every view has an address', () => {
  const html = rendered('?view=stats');
  expect(html).toContain('Downloads');
  for (const view of ['botw', 'botm', 'tiles']) expect(html).toContain(`href="/tracksearch?view=${view}"`);
});

test.each([
  ['?query=id:99999999999', 'id:99999999999', 'Invalid value'],
  ['?query=status:9', 'status:9', 'Invalid value'],
  ['?lbid=abc', 'Leaderboard: abc', 'Invalid value'],
  ['?lbenv=99', 'Environment: 99', 'Invalid value'],
  ['?query=etag:lol', 'etag:', 'Unknown key, searched as text'],
])('%s shows "%s" as "%s" next to the rows', (search, typed, message) => {
  const html = rendered(search);
  expect(html).toContain(`<b>${typed}</b> ${message}`);
  expect(html).toContain('Nightshift');
});

test('an unknown key is marked, and the nearest filter is suggested', () => {
  const html = rendered('?query=etag:lol');
  expect(html).toContain('q-bad">etag</span>');
  expect(html).toContain('tags:!lol</button>');
});

test('an invalid value is shown, and so is an empty result', () => {
  const html = rendered('?query=difficulty:nope', []);
  expect(html).toContain('Invalid value');
  expect(html).toContain('q-bad">nope');
  expect(html).toContain('No results found');
});

test('a failure is shown with its reason', () => {
  const { first, ...rest } = props('');
  const problem = { status: 400, title: 'Bad Request', detail: 'Something is wrong.', type: 'about:blank' };
  const html = renderToString(
    <TrackSearch
      {...rest}
      hasPlayLater={false}
      empty={undefined}
      first={{ ...first, status: { at: 'error', problem } }}
    />,
  );
  expect(html).toContain('Error: Something is wrong.');
});

test('selects in filter windows have different options, of which one filters nothing', () => {
  const searches: SearchDeclaration[] = [declared, leaderboardSearch(site)];
  const rest = { value: '', isInvalid: false, signedIn: true, onChange: () => undefined };
  for (const [name, searchKey] of searches.flatMap(({ keys }) => Object.entries(keys))) {
    if (searchKey.control !== 'choice') continue;
    const html = renderToString(<FilterControl searchKey={searchKey} {...rest} />);
    const options = [...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, label]) => label);
    expect(new Set(options).size, name).toBe(options.length);
    expect(options.filter((label) => label === 'Any' || label === 'All').length, name).toBeLessThan(2);
  }
});
