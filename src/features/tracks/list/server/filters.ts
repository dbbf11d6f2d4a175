import { sql } from 'kysely';
import { enumerationOf } from '#lib/codes/enumeration.ts';
import { packStatusNames } from '#lib/codes/pack.ts';
import { difficulties, moods, primaryTypes, replayTypes, routeKinds } from '#lib/codes/track.ts';
import { anyCode, anyCodeOf, anyOf, carCodes, environmentCodes, oneOf } from '#platform/lists/code-values.ts';
import { filter, idsFilter, nameFilter } from '#platform/lists/filters.ts';
import { folded, id, idList, numberFrom, type Parse, text } from '#platform/lists/params.ts';
import { filterSlot } from '#platform/lists/slots.ts';
import { unlimiterVersions } from '../../model.ts';
import { followedRanges, trackRanges } from '../ranges.ts';
import {
  anyOf as anyCondition,
  byPerson,
  coded,
  flagModifier,
  inSet,
  modifier,
  rangeFilters,
  type TrackFilter,
  trackFilter,
  within,
} from './filter-kinds.ts';
import { lengthRange, uidList, unlimiterCodes } from './filter-values.ts';
import { flagFilters } from './flag-filters.ts';
import { userIds } from './person-filters.ts';
import { conditions, exists, hasAuthor } from './properties.ts';
import type { TrackAudience, TracksDB } from './source.ts';
import { holding, withAnyCode, withCode } from './track-facets.ts';
import { indexOrder } from './track-keys.ts';
import { commentedOnBy, driven, isIn, ofAchievement, ofPack, ofUid, ofVideo } from './track-sets.ts';

const oneOrTwo: Parse<number> = numberFrom(1, 2);
const tagCodes = anyCodeOf(({ tags }) => enumerationOf(tags.map(({ id, name }) => [id, name] as const)));

/** The filters of tracks: everything about each of them, see filter-kinds.ts. */
export const trackFilters = {
  id: {
    ...idsFilter('TrackIds', (eb) => eb.ref('t.track_id')),
    indexed: { clauses: (ids: number[]) => anyCondition([{ ids }]) },
    sample: 'trackIds',
  },
  uid: inSet('UIds of maps, of older versions too', uidList, ['nothing', 'Made_0'], () => ofUid),
  name: {
    ...nameFilter(
      'a part of the name, or a TrackId',
      (eb) => eb.ref('t.name_folded'),
      (eb) => eb.ref('t.track_id'),
    ),
    indexed: {
      clauses: (name: string) => {
        if (name === '') return [];
        const isId = /^\d{1,9}$/.test(name);
        return anyCondition([{ contains: name }, ...(isId ? [{ ids: [Number(name)] }] : [])]);
      },
    },
    sample: 'name',
  },
  author: trackFilter('the whole name, or the UserId, of an author; co-authors count', folded, 'user', {
    where: () => hasAuthor(sql<boolean>`a.user_id = any(${userIds('author')})`),
    ids: () => ({ array: userIds('author') }),
    clauses: (_, { ids }) => anyCondition(withAnyCode('author', ids)),
  }),
  authoruserid: trackFilter('the UserIds of authors; co-authors count', idList(100), 'userIds', {
    where: (_, ids) => hasAuthor(sql<boolean>`a.user_id = any(${ids}::integer[])`),
    clauses: (ids) => anyCondition(withAnyCode('author', ids)),
  }),
  awardedby: byPerson(
    'the name or UserId of a user who gave it an award',
    folded,
    'awardedby',
    commentedOnBy('awardedby'),
  ),
  commentedby: byPerson(
    'the name or UserId of a user who commented on it',
    folded,
    'commentedby',
    commentedOnBy('commentedby'),
  ),
  replaysby: trackFilter(
    'the name or UserId of a user who drove it; with inreplays=0: who did not. Orders 29, 30, 37, 38, 43, 44 and UserReplay follow it',
    folded,
    'user',
    {
      where: (eb) =>
        sql<boolean>`(${isIn(eb, driven)}) = coalesce(${filterSlot<boolean>('inreplays')}::boolean, true)`,
      activity: 'replaysby',
      clauses: (_, { rows, given }) => anyCondition([{ rows }], given('inreplays') === false),
    },
  ),
  videoid: inSet('tracks in a video', id, 'video', () => ofVideo),
  packid: inSet('tracks of a pack', id, 'pack', ofPack),
  status: modifier(
    'with packid: 0 pending, 1 approved, 2 changes requested, 3 rejected, 4 retired; 1 unless given',
    anyCode(enumerationOf(packStatusNames)),
    ['0', '1', '0,1', '0,1,2'],
  ),
  sharedlist: modifier(
    'with inplaylater: the secret of the link with which a user shares their Play later',
    text,
    ['unknown'],
  ),
  tag: trackFilter(
    'tags, by number or name; any of them unless taginclusive',
    tagCodes,
    { codesBelow: 5 },
    {
      where: (eb, tags) => sql<boolean>`case when ${filterSlot<boolean>('taginclusive')}::boolean
      then ${eb.ref('t.tags')}::integer[] @> ${tags}::integer[]
      else ${eb.ref('t.tags')}::integer[] && ${tags}::integer[] end`,
      clauses: (tags, { given }) =>
        given('taginclusive') === true
          ? tags.map((tag) => ({ any: [withCode('tag', tag)] }))
          : anyCondition(withAnyCode('tag', tags)),
    },
  ),
  etag: trackFilter(
    'tags it must not have, by number or name',
    tagCodes,
    { codesBelow: 5 },
    {
      where: (eb, tags) => sql<boolean>`not ${eb.ref('t.tags')}::integer[] && ${tags}::integer[]`,
      clauses: (tags) => anyCondition(withAnyCode('tag', tags), true),
    },
  ),
  taginclusive: flagModifier('with tag: 1 for tracks that have them all'),
  primarytype: coded(
    'type: Race, Puzzle, Platform, Stunts, Shortcut, Laps',
    oneOf(primaryTypes),
    'primaryType',
    primaryTypes.map((_, type) => String(type)),
  ),
  lbtype: coded(
    'leaderboard: Standard, Classic, Nadeo, Uncompetitive, Beta, Star',
    anyOf(replayTypes),
    'replayType',
    { codesBelow: replayTypes.length },
  ),
  ...rangeFilters(trackRanges),
  ...rangeFilters(followedRanges),
  length: within('author time, as a range such as 30s...1m30s or in milliseconds', 'length', lengthRange, [
    '30s...1m',
    '41280',
    '...60000',
  ]),
  environment: coded('environments, by name or counted from 0', environmentCodes, 'environment', [
    '0',
    '6',
    '0,6',
    'stadium',
  ]),
  vehicle: coded('cars, by name or counted from 0', carCodes, 'car', ['0', '6']),
  mood: coded(`moods: ${moods.join(', ')}`, anyOf(moods), 'mood', { codesBelow: moods.length }),
  difficulty: coded(`difficulties: ${difficulties.join(', ')}`, anyOf(difficulties), 'difficulty', {
    codesBelow: 4,
  }),
  routes: coded(`kinds of route: ${routeKinds.join(', ')}`, anyOf(routeKinds), 'routes', {
    codesBelow: routeKinds.length,
  }),
  unlimiterver: trackFilter(
    `versions of Unlimiter: ${unlimiterVersions.join(', ')}; Any and 0 do not filter (inunlimiter=1: those with any version)`,
    unlimiterCodes,
    { codesBelow: 4 },
    {
      where: (eb, any) =>
        sql<boolean>`coalesce(${eb.ref('t.unlimiter_version')} = any(${any}::integer[]), false)`,
      clauses: (versions) => anyCondition(withAnyCode('unlimiter', versions)),
    },
  ),
  antispam: {
    about: '1: each uploader’s newest track, 2: each uploader’s last awarded one',
    parse: oneOrTwo,
    variant: (value) => (value === 1 ? 'latest' : 'latestAwarded'),
    where: (eb, _, variant) => conditions[variant === 'latest' ? 'latest' : 'latestAwarded'](eb, exists),
    indexed: {
      clauses: (value: number) => anyCondition([holding(value === 1 ? 'latest' : 'latestAwarded')]),
    },
    sample: ['1', '2'],
  },
  awardedlately: {
    about: '1: with an award in the last 7 days, 2: in the last 30 days',
    parse: oneOrTwo,
    variant: (value) => (value === 1 ? 'week' : 'month'),
    where: (eb, _, variant) => eb(variant === 'week' ? 't.awards_week' : 't.awards_month', '>', eb.lit(0)),
    indexed: {
      clauses: (value: number) => {
        const order = indexOrder(value === 1 ? 'awardsThisWeek' : 'awardsThisMonth');
        return anyCondition([{ order, min: 1, max: null }]);
      },
    },
    sample: ['1', '2'],
  },
  achievement: inSet('tracks that earned an achievement', id, ['1', '2'], () => ofAchievement),
  featured: flagFilters.infeatured,
  ...flagFilters,
} as const satisfies Readonly<Record<string, TrackFilter>>;

export type TrackFilterName = keyof typeof trackFilters;
export const trackFilterNames = Object.keys(trackFilters) as TrackFilterName[]; // an object literal has no other keys

/** Only queried from the database, because the index stores no secrets. */
export const ofSecretLink = filter<TracksDB, 't', string, TrackAudience>(
  'the secret of the link of an unlisted track, which is then visible',
  text,
  (eb, secret) => eb('t.secret_key', '=', secret),
);
