import type { RawBuilder } from 'kysely';
import type { Bitset } from '#platform/row-index/bitset.ts';
import type { Clause, Condition } from '#platform/row-index/conditions.ts';
import type { TrackFilterName } from '../../filter.ts';
import type { TrackOrderName } from '../orders.ts';
import { userIds } from '../people.ts';
import type { TrackAudience } from '../source.ts';
import {
  favouriteIds,
  featured,
  kept,
  ofAchievement,
  ofPack,
  ofUid,
  ofVideo,
  supporterIds,
} from '../track-sets.ts';
import type { Deed } from './person-tracks.ts';
import { type FacetKind, facet, facets, flagged, type TrackFlag } from './track-facets.ts';
import { indexOrder } from './track-keys.ts';

/** The values given, by filter; null when one was not given. */
export type Given = (name: TrackFilterName) => unknown;

/** How the index answers a filter: from what it holds, or with ids that the database gives first. */
export interface IndexedFilter {
  /** a query of ids, as an array or as rows */
  ids?(audience: TrackAudience): { rows: RawBuilder<unknown> } | { array: RawBuilder<unknown> };
  /** rows of what somebody did */
  deed?: Deed;
  clauses(value: never, ids: readonly number[], given: Given, rows: Bitset): Clause[];
}

/** Ties the type of the value; the values come from the filter of the same name. */
const from = <V>(clauses: (value: V) => Clause[]): IndexedFilter => ({ clauses });
const any = (conditions: readonly Condition[], not = false): Clause[] => [{ any: conditions, not }];
const oneOf = (kind: FacetKind) => from<number[]>((values) => any(facets(kind, values)));
const flag = (name: TrackFlag) => from<boolean>((holds) => any([flagged(name)], !holds));
const least = (order: TrackOrderName, times = 1) =>
  from<number | Date>((value) => any([{ order: indexOrder(order), min: Number(value) * times, max: null }]));
const most = (order: TrackOrderName, times = 1) =>
  from<number | Date>((value) => any([{ order: indexOrder(order), min: null, max: Number(value) * times }]));
const aside: IndexedFilter = { clauses: () => [] };

const inSet = (rows: RawBuilder<unknown>): IndexedFilter => ({
  ids: () => ({ rows }),
  clauses: (_, ids) => any([{ ids }]),
});
const flagOfSet = (rows: RawBuilder<unknown>): IndexedFilter => ({
  ids: () => ({ rows }),
  clauses: (holds: boolean, ids) => any([{ ids }], !holds),
});
const didBy = (deed: Deed): IndexedFilter => ({ deed, clauses: (_, __, ___, rows) => any([{ rows }]) });
const flagOfPeople = (rows: RawBuilder<unknown>, kind: FacetKind): IndexedFilter => ({
  ids: () => ({ rows }),
  clauses: (holds: boolean, people) => any(facets(kind, people), !holds),
});

const microseconds = 1000;

/** Every filter of the list, as filters.ts has it in SQL. */
export const indexedFilters: Readonly<Record<TrackFilterName, IndexedFilter>> = {
  id: from<number[]>((ids) => any([{ ids }])),
  uid: inSet(ofUid),
  name: from<string>((name) => {
    if (name === '') return [];
    const number: Condition[] = /^\d{1,9}$/.test(name) ? [{ ids: [Number(name)] }] : [];
    return any([{ contains: name }, ...number]);
  }),
  author: {
    ids: () => ({ array: userIds('author') }),
    clauses: (_, people) => any(facets('author', people)),
  },
  authoruserid: oneOf('author'),
  awardedby: didBy('awardedby'),
  commentedby: didBy('commentedby'),
  replaysby: {
    deed: 'replaysby',
    clauses: (_, __, given, rows) => any([{ rows }], given('inreplays') === false),
  },
  videoid: inSet(ofVideo),
  packid: { ids: (audience) => ({ rows: ofPack(audience) }), clauses: (_, ids) => any([{ ids }]) },
  status: aside,
  tag: {
    clauses: (tags: number[], _, given) =>
      given('taginclusive') === true
        ? tags.map((tag) => ({ any: [facet('tag', tag)] }))
        : any(facets('tag', tags)),
  },
  etag: from<number[]>((tags) => any(facets('tag', tags), true)),
  taginclusive: aside,
  primarytype: oneOf('primaryType'),
  lbtype: oneOf('replayType'),
  uploadedafter: least('uploaded', microseconds),
  uploadedbefore: most('uploaded', microseconds),
  authortimemin: least('length'),
  authortimemax: most('length'),
  lengthmin: least('length'),
  lengthmax: most('length'),
  valuemin: least('value'),
  valuemax: most('value'),
  environment: oneOf('environment'),
  vehicle: oneOf('car'),
  mood: oneOf('mood'),
  difficulty: oneOf('difficulty'),
  routes: oneOf('routes'),
  unlimiterver: from<number[]>((versions) =>
    any([...facets('unlimiter', versions), ...(versions.includes(0) ? [flagged('unlimiter')] : [])]),
  ),
  antispam: from<number>((kind) => any([flagged(kind === 1 ? 'latest' : 'latestAwarded')])),
  awardedlately: from<number>((span) =>
    any([{ order: indexOrder(span === 1 ? 'awardsThisWeek' : 'awardsThisMonth'), min: 1, max: null }]),
  ),
  achievement: inSet(ofAchievement),
  featured: flagOfSet(featured),
  inplaylater: flagOfSet(kept),
  infavorite: flagOfPeople(favouriteIds, 'author'),
  indownloads: { deed: 'indownloads', clauses: (holds: boolean, _, __, rows) => any([{ rows }], !holds) },
  inreplays: {
    deed: 'replaysby',
    clauses: (holds: boolean, _, __, rows) => any([{ rows }], !holds),
  },
  infeatured: flagOfSet(featured),
  inbeta: flag('beta'),
  incollaborative: flag('collaborative'),
  inauthortimebeaten: flag('authorTimeBeaten'),
  inhasrecord: flag('record'),
  inunlimiter: flag('unlimiter'),
  insupporter: flagOfPeople(supporterIds, 'uploader'),
  inenvmix: flag('envmix'),
  inlatestauthor: flag('latest'),
  inlatestawardedauthor: flag('latestAwarded'),
  inscreenshot: flag('screenshot'),
};

/** Which tracks this audience may see (source.ts, visibleTracks). */
export function visible(audience: TrackAudience, viewer: number): Clause[] {
  if (audience === 'moderator') return [];
  const own = audience === 'member' ? [facet('author', viewer), facet('invited', viewer)] : [];
  return any([flagged('open'), ...own]);
}
