import { enumerationOf, numberedFrom0 } from '#lib/codes/enumeration.ts';
import { environments } from '#lib/codes/environment.ts';
import { packStatusNames } from '#lib/codes/pack.ts';
import { difficulties, moods, primaryTypes, replayTypes, routeKinds } from '#lib/codes/track.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { type Choice, choicesOf, list, text } from '#lib/query-language/kinds.ts';
import { isSearchable } from '#lib/query-language/limits.ts';
import {
  type ApiParams,
  choiceKey,
  choicesKey,
  flagsKey,
  numberKey,
  numbersKey,
  paramsOf,
  type SearchKey,
  textKey,
  yesKey,
} from '#lib/query-language/search.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { unlimiterVersions } from '../model.ts';
import { type TrackField, type TrackRowOf, tileFields } from './fields.ts';
import { trackRangeKeys } from './ranges.ts';

/** The fields of all views of the search, so that changing the view needs no request. */
export const searchFields = [
  ...tileFields,
  'WRReplay.ReplayTime',
  'WRReplay.ReplayScore',
  'WRReplay.User.UserId',
  'WRReplay.User.Name',
  'WRReplay.User.CustomUrl',
  'WRReplay.User.Tint',
  'UserReplay.ReplayTime',
  'UserReplay.ReplayScore',
  'UserReplay.IsSecret',
  'Comments',
  'DownloadCount',
  'Feature.Comment',
] as const satisfies readonly TrackField[];
export type TrackSearchRow = TrackRowOf<(typeof searchFields)[number]>;

/** Labels of switches; `personalFlags` depend on the viewer. */
const flagLabels = {
  hasrecord: 'Has a record',
  authortimebeaten: 'Author time beaten',
  screenshot: 'Has screenshots',
  unlimiter: 'Needs Unlimiter',
  envmix: 'Car of another environment',
  collaborative: 'Several authors',
  featured: 'Featured',
  beta: 'Beta',
  supporter: 'By supporters',
  latestauthor: 'Author’s latest track',
  latestawardedauthor: 'Author’s latest awarded track',
  playlater: 'In my Play later',
  favorite: 'By my favourites',
  downloads: 'Downloaded by me',
  replays: 'Driven by me',
};
const personalFlags = ['playlater', 'favorite', 'downloads', 'replays'];

const numbered = (names: readonly string[]) => choicesOf(numberedFrom0(names));

/**
 * Filter values of environments and cars are one less than the numbers in rows. If there is only one, every number is accepted
 * for it, because tools disagree about where counting starts.
 */
const places = (ids: readonly number[]) =>
  environments
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, gameNames }): Choice<number> => {
      const names = gameNames.flatMap((word) => [word, `${word}Car`]);
      return [id - 1, name, `${name}Car`, ...names, ...(ids.length === 1 ? ['1', String(id)] : [])];
    });

const negated = (typed: string) =>
  typed
    .split(',')
    .map((entry) => `!${entry}`)
    .join(',');

/** Tags are the only list with a parameter for entries to exclude. */
function tagsKey(tags: Site['tags']): SearchKey<{ include: readonly number[]; exclude: readonly number[] }> {
  return {
    label: 'Tags',
    control: 'tri',
    aliases: ['tag'],
    instead: { etag: negated },
    kind: list(choicesOf(enumerationOf(tags.map(({ id, name }) => [id, name] as const)))),
    params: ({ include, exclude }) => ({
      ...(include.length > 0 && { tag: include.join(',') }),
      ...(exclude.length > 0 && { etag: exclude.join(',') }),
    }),
  };
}

const maxUidLength = 60;

/** UIds of maps, separated by commas. */
const uidKind: typeof text = {
  ...text,
  read: (parts) => {
    const faults = parts.filter(({ text: uid }) => uid.length > maxUidLength || !isSearchable(uid));
    return faults.length > 0 ? { ok: false, faults } : text.read(parts);
  },
};

/** The keys of the track search box. */
function trackKeys(site: Site) {
  const boards = numbered(replayTypes).filter(
    ([, name]) => name !== 'Star' || site.capabilities.hasStarTracks,
  );
  return {
    name: textKey('Name', 'name', { control: null }),
    author: textKey('Author', 'author'),
    tags: tagsKey(site.tags),
    taginclusive: yesKey('Match all tags', 'taginclusive'),
    environment: choicesKey('Environment', 'environment', places(site.environments)),
    vehicle: choicesKey('Car', 'vehicle', places(site.cars), { aliases: ['car'] }),
    type: choiceKey('Type', 'primarytype', numbered(primaryTypes), { aliases: ['primarytype'] }),
    lbtype: choiceKey('Leaderboard', 'lbtype', boards),
    difficulty: choicesKey('Difficulty', 'difficulty', numbered(difficulties)),
    mood: choicesKey('Mood', 'mood', numbered(moods)),
    routes: choicesKey('Routes', 'routes', numbered(routeKinds)),
    ...trackRangeKeys,
    in: flagsKey('Include or exclude', flagLabels, { personal: personalFlags }),
    antispam: choiceKey('One per author', 'antispam', [
      [1, 'newest'],
      [2, 'awarded'],
    ]),
    unlimiter: choiceKey('Unlimiter', 'unlimiterver', numbered(['Any', ...unlimiterVersions]), {
      aliases: ['unlimiterver'],
      labels: { Any: 'Any version' },
    }),
    awardedby: textKey('Awarded by', 'awardedby'),
    commentedby: textKey('Commented by', 'commentedby'),
    replaysby: textKey('Replays by', 'replaysby'),
    authoruserid: numbersKey('Authors by user ID', 'authoruserid', { most: 100 }),
    achievement: numberKey('Achievement by ID', 'achievement'),
    packid: numberKey('Trackpack by ID', 'packid'),
    status: choicesKey('Status in the trackpack', 'status', choicesOf(enumerationOf(packStatusNames))),
    videoid: numberKey('Video by ID', 'videoid'),
    id: numbersKey('Track IDs', 'id'),
    uid: { ...textKey('Track UIDs', 'uid'), kind: uidKind },
    order1: numberKey('Order', 'order1'),
    order2: numberKey('Then sort by', 'order2'),
  };
}

type TrackKeys = ReturnType<typeof trackKeys>;

/** Leaderboards count environments from 1; 0 means all. */
function ofBoard(site: Site, keys: TrackKeys, lbenv: string): ApiParams | null {
  if (/^(?:0|all)$/i.test(lbenv)) return {};
  const isNumber = /^[1-9]$/.test(lbenv) && site.environments.length > 1;
  return paramsOf(keys.environment, isNumber ? String(Number(lbenv) - 1) : lbenv);
}

/** The track search of an edition, with its own tags, environments and cars. */
export function trackSearch(site: Site): SearchDeclaration<TrackKeys, (typeof searchFields)[number]> {
  const several = (ids: readonly number[], key: 'environment' | 'vehicle') => (ids.length > 1 ? [key] : []);
  const keys = trackKeys(site);
  return {
    title: 'Tracks',
    one: 'track',
    many: 'tracks',
    page: routes.trackSearch(),
    api: routes.apiTracks(),
    random: routes.trackRandom(),
    keys,
    words: 'name',
    groups: [
      { title: 'Tags', keys: ['tags', 'taginclusive'] },
      {
        title: 'Kind',
        keys: [
          'lbtype',
          'type',
          ...several(site.environments, 'environment'),
          ...several(site.cars, 'vehicle'),
          'difficulty',
          'mood',
          'routes',
        ],
      },
      { title: 'Numbers', keys: Object.keys(trackRangeKeys) },
      { title: 'Include or exclude', keys: ['in', 'antispam', 'unlimiter'] },
      { title: 'People', keys: ['awardedby', 'commentedby', 'replaysby'] },
    ],
    fields: searchFields,
    cursor: 'TrackId',
    views: {
      standard: { label: 'Standard', icon: 'list' },
      stats: { label: 'Stats', icon: 'stats' },
      botw: { label: 'Best of the week', icon: 'award', order: 22, params: { awardedlately: '1' } },
      botm: { label: 'Best of the month', icon: 'calendar', order: 24, params: { awardedlately: '2' } },
      tiles: { label: 'Tiles', icon: 'grid' },
    },
    orders: [
      [2, 'Newest first'],
      [1, 'Oldest first'],
      [6, 'Most awards'],
      [5, 'Fewest awards'],
      [11, 'Name A–Z'],
      [12, 'Name Z–A'],
      [39, 'Shortest'],
      [40, 'Longest'],
    ],
    defaultOrder: 2,
    defaultCount: 40,
    since: { key: 'uploaded', param: 'uploadedafter' },
    address: {
      username: { label: 'Username', key: 'author', params: (name) => paramsOf(keys.author, name) },
      replaysBy: {
        label: 'Replays by',
        key: 'replaysby',
        params: (name) => {
          const by = paramsOf(keys.replaysby, name);
          return by && { ...by, inreplays: '1' };
        },
      },
      lbid: { label: 'Leaderboard', key: 'lbtype', params: (type) => paramsOf(keys.lbtype, type) },
      lbenv: { label: 'Environment', key: 'environment', params: (number) => ofBoard(site, keys, number) },
    },
    empty: 'No results found',
  };
}
