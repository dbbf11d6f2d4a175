import { tileFields } from '#features/tracks/list/fields.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { below } from '#lib/gbx/tools/random.ts';
import { routes } from '#routes/routes.ts';
import { filterValues, isPersonal, singles } from '../combinations.ts';
import type { Community } from './community.ts';

/**
 * A rank from 0 to `count` - 1, each with a probability of about 1 / (rank + 1): Zipf's law, which visits of pages and activity of
 * users follow.
 */
export const zipf = (random: () => number, count: number): number =>
  Math.min(count - 1, Math.floor((count + 1) ** random()) - 1);

export function pick<T>(random: () => number, from: readonly T[]): T {
  const one = from[below(random, from.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

/** One of the first with Zipf's law. */
export function popular<T>(random: () => number, from: readonly T[]): T {
  const one = from[zipf(random, from.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

/** Chooses ids for addresses. */
export type Choose = <T>(from: readonly T[]) => T;

export interface PageType {
  readonly name: string;
  /** of the reads of visitors, and of members */
  readonly share: { readonly visitor: number; readonly member: number };
  readonly path: (community: Community, choose: Choose, random: () => number) => string;
}

const words = ['speed', 'arena', 'dirt', 'kacky', 'storm', 'dream', 'loop', 'night', 'zone', 'mini'];
const letters = 'abcdefghijklmnopqrstuvwxyz';
const orders = singles()
  .filter((one) => one.page === 'first' && Object.keys(one.query).length === 0 && !isPersonal(one))
  .map(({ order }) => order);
const sharedFilters = filterValues.filter((query) => !isPersonal({ query, order: '2', page: 'first' }));

/** A filter of tracks with a value that hardly anybody has requested before: a name, a range, a date or a user. */
export function freshFilter(
  random: () => number,
  { users }: Pick<Community, 'users'>,
): Record<string, string> {
  const day = () => new Date(Date.UTC(2006, 3, 1) + below(random, 7000) * dayMs).toISOString().slice(0, 10);
  const from = 10_000 + below(random, 200_000);
  const word = `${pick(random, words)} ${pick(random, words)}`;
  const kinds = [
    () => ({ name: Array.from({ length: 2 + below(random, 3) }, () => pick(random, [...letters])).join('') }),
    () => ({ name: `${word} ${below(random, 977)}` }),
    () => ({ authortimemin: String(from), authortimemax: String(from + below(random, 5000)) }),
    () => ({ awardsmin: String(below(random, 200)), uploadedafter: day() }),
    () => ({ uploadedbefore: day() }),
    () => ({ authoruserid: String(pick(random, users)) }),
    () => ({ replaysby: String(pick(random, users)) }),
    () => ({ awardedby: String(pick(random, users)), uploadedafter: day() }),
  ];
  return pick<() => Record<string, string>>(random, kinds)();
}

/** The rows of a list as the search page loads them, with a filter that has been requested before or a fresh one. */
export function rowsPath(
  random: () => number,
  filter: Record<string, string>,
  fields: readonly string[] = tileFields,
) {
  const query = { ...filter, order1: pick(random, orders), count: '40', fields: fields.join(',') };
  return routes.apiTracks(`?${new URLSearchParams(query)}`);
}

/** The search page: most visits are without a query, others search a word, a tag, a user or an order. */
function searchPath(random: () => number, { users }: Community): string {
  const kind = random();
  if (kind < 0.4) return routes.trackSearch();
  if (kind < 0.6) return `${routes.trackSearch()}?order1=${pick(random, orders)}`;
  if (kind < 0.75) return routes.trackSearch(pick(random, words));
  if (kind < 0.85) return routes.trackSearch(`tag:${below(random, 13)}`);
  if (kind < 0.95) return routes.trackSearch(`author:${popular(random, users)}`);
  return `${routes.trackSearch()}?view=tiles`;
}

const everybody = (share: number) => ({ visitor: share, member: share });

/** Every type of page with its share of the reads, in hundredths. Members also read what is their own. */
export const pageTypes: readonly PageType[] = [
  { name: 'home', share: { visitor: 14, member: 11 }, path: () => routes.home() },
  {
    name: 'track',
    share: { visitor: 26, member: 24 },
    path: ({ tracks }, choose) => routes.trackShow(choose(tracks)),
  },
  {
    name: 'search',
    share: { visitor: 12, member: 11 },
    path: (community, _, random) => searchPath(random, community),
  },
  {
    name: 'rows of tracks (API)',
    share: everybody(14),
    path: (community, _, random) =>
      rowsPath(random, random() < 0.5 ? pick(random, sharedFilters) : freshFilter(random, community)),
  },
  {
    name: 'user',
    share: everybody(9),
    path: ({ users }, choose) => routes.userShow(choose(users)),
  },
  { name: 'pack', share: everybody(5), path: ({ packs }, choose) => routes.trackPackShow(choose(packs)) },
  { name: 'leaderboards', share: everybody(5), path: () => routes.leaderboards() },
  {
    name: 'thread',
    share: everybody(4),
    path: ({ threads }, choose) => routes.threadShow(choose(threads)),
  },
  { name: 'forum', share: everybody(2), path: () => routes.forums() },
  { name: 'video', share: everybody(2), path: ({ videos }, choose) => routes.videoShow(choose(videos)) },
  { name: 'news', share: everybody(1), path: () => routes.news() },
  {
    name: 'entry of the news',
    share: everybody(2),
    path: ({ news }, choose) => routes.newsShow(choose(news)),
  },
  { name: 'user search', share: everybody(2), path: () => routes.userSearch() },
  { name: 'pack search', share: everybody(1), path: () => routes.packSearch() },
  { name: 'video search', share: everybody(1), path: () => routes.videoSearch() },
  { name: 'Play later list', share: { visitor: 0, member: 4 }, path: () => routes.myPlayLater() },
  { name: 'notices', share: { visitor: 0, member: 2 }, path: () => routes.notices() },
];

/** The address of this type that is visited most, without any choice at random. */
export const busiestPath = ({ path }: PageType, community: Community): string =>
  path(community, first, () => 0);

const first: Choose = (from) => {
  const [one] = from;
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
};

/** Chooses with Zipf's law, but nothing twice while there is something else. */
export function distinct(random: () => number): Choose {
  const chosen = new Set<unknown>();
  return (from) => {
    let one = popular(random, from);
    for (let attempt = 0; attempt < 100 && chosen.has(one); attempt++) one = popular(random, from);
    chosen.add(one);
    return one;
  };
}

/** The part of readers who are signed in. */
export const memberShare = 0.25;

/** Chooses among entries by their shares. */
export function byShare<T>(random: () => number, entries: readonly T[], share: (entry: T) => number): T {
  let left = random() * entries.reduce((sum, entry) => sum + share(entry), 0);
  for (const entry of entries) {
    left -= share(entry);
    if (left < 0) return entry;
  }
  throw new Error('No entry has a share.');
}

/** A page that somebody requests in the mixed load, with its address. */
export function somePage(random: () => number, community: Community, who: 'visitor' | 'member') {
  const type = byShare(random, pageTypes, ({ share }) => share[who]);
  return { type, path: type.path(community, (from) => popular(random, from), random) };
}
