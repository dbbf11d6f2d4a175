import { type Expression, type SqlBool, sql } from 'kysely';
import { enumerationOf } from '#lib/codes/enumeration.ts';
import { packStatusNames } from '#lib/codes/pack.ts';
import { difficulties, moods, primaryTypes, replayTypes, routeKinds } from '#lib/codes/track.ts';
import { anyCode, anyCodeOf, anyOf, carCodes, environmentCodes, oneOf } from '#platform/lists/code-values.ts';
import {
  atLeast,
  atMost,
  type Filter,
  filter,
  idsFilter,
  nameFilter,
  since,
  until,
} from '#platform/lists/filters.ts';
import { filterSlot } from '#platform/lists/slots.ts';
import { bool, folded, id, idList, numberFrom, type Parse } from '#platform/lists/values.ts';
import type { TrackFilterName } from '../filter.ts';
import { unlimiterVersions } from '../unlimiter.ts';
import { uidList } from './filter-values.ts';
import { flagFilters, isLatest, isLatestAwarded } from './flags.ts';
import { authorships, userIds } from './people.ts';
import type { TrackAudience, TracksDB, TracksEB } from './source.ts';
import { driven, isIn, ofAchievement, ofPack, ofUid, ofVideo, remarkedBy } from './track-sets.ts';

type TrackFilter = Filter<TracksDB, 't', TrackAudience>;
type Codes = 'primary_type' | 'replay_type' | 'environment' | 'car' | 'mood' | 'difficulty' | 'routes';

const coded = (about: string, parse: Parse<number[]>, column: Codes): TrackFilter =>
  filter(about, parse, (eb, any) => sql<boolean>`${eb.ref(`t.${column}`)} = any(${any}::integer[])`);

/** Holds for every row: the value is looked at by the filter beside it. */
const asideOf = <V>(about: string, parse: Parse<V>): TrackFilter =>
  filter(about, parse, () => sql<boolean>`true`);

const antispam: Parse<number> = numberFrom(1, 2);
const week1month2: Parse<number> = numberFrom(1, 2);
const length = (eb: TracksEB) => eb.ref('t.author_time_ms');
const uploaded = (eb: TracksEB) => eb.ref('t.uploaded_at');
const isAuthor = (eb: TracksEB, of: Expression<SqlBool>) =>
  eb.exists(
    authorships(eb)
      .where(of)
      .select((one) => one.lit(1).as('one')),
  );
const tagCodes = anyCodeOf(({ tags }) => enumerationOf(tags.map(({ id, name }) => [id, name] as const)));

/** What tracks can be found by: each name with its SQL, or it does not compile. */
export const trackFilters: Readonly<Record<TrackFilterName, TrackFilter>> = {
  id: idsFilter('TrackIds', (eb) => eb.ref('t.track_id')),
  uid: filter('UIds of maps, of older versions too', uidList, (eb) => isIn(eb, ofUid)),
  name: nameFilter(
    'a part of the name, or a TrackId',
    (eb) => eb.ref('t.name_folded'),
    (eb) => eb.ref('t.track_id'),
  ),
  author: filter('the whole name, or the UserId, of an author; co-authors count', folded, (eb) =>
    isAuthor(eb, sql<boolean>`a.user_id = any(${userIds('author')})`),
  ),
  authoruserid: filter('the UserIds of authors; co-authors count', idList(100), (eb, ids) =>
    isAuthor(eb, sql<boolean>`a.user_id = any(${ids}::integer[])`),
  ),
  awardedby: filter('the name or UserId of a user who gave it an award', folded, (eb) =>
    isIn(eb, remarkedBy('awardedby')),
  ),
  commentedby: filter('the name or UserId of a user who commented on it', folded, (eb) =>
    isIn(eb, remarkedBy('commentedby')),
  ),
  replaysby: filter(
    'the name or UserId of a user who drove it; with inreplays=0: who did not. Orders 29, 30, 37, 38, 43, 44 and UserReplay follow it',
    folded,
    (eb) =>
      sql<boolean>`(${isIn(eb, driven)}) = coalesce(${filterSlot<boolean>('inreplays')}::boolean, true)`,
  ),
  videoid: filter('tracks in a video', id, (eb) => isIn(eb, ofVideo)),
  packid: filter('tracks of a pack', id, (eb, _, audience) => isIn(eb, ofPack(audience))),
  status: asideOf(
    'with packid: 0 pending, 1 approved, 2 changes requested, 3 rejected, 4 retired; 1 unless given',
    anyCode(enumerationOf(packStatusNames)),
  ),
  tag: filter(
    'tags, by number or name; any of them unless taginclusive',
    tagCodes,
    (eb, tags) => sql<boolean>`case when ${filterSlot<boolean>('taginclusive')}::boolean
      then ${eb.ref('t.tags')}::integer[] @> ${tags}::integer[]
      else ${eb.ref('t.tags')}::integer[] && ${tags}::integer[] end`,
  ),
  etag: filter(
    'tags it must not have, by number or name',
    tagCodes,
    (eb, tags) => sql<boolean>`not ${eb.ref('t.tags')}::integer[] && ${tags}::integer[]`,
  ),
  taginclusive: asideOf('with tag: 1 for tracks that have them all', bool),
  primarytype: coded(
    'type: Race, Puzzle, Platform, Stunts, Shortcut, Laps',
    oneOf(primaryTypes),
    'primary_type',
  ),
  lbtype: coded(
    'leaderboard: Standard, Classic, Nadeo, Uncompetitive, Beta, Star',
    anyOf(replayTypes),
    'replay_type',
  ),
  uploadedafter: since('uploaded at this time or later', uploaded),
  uploadedbefore: until('uploaded at this time or earlier', uploaded),
  authortimemin: atLeast('author time in milliseconds, at least', length),
  authortimemax: atMost('author time in milliseconds, at most', length),
  lengthmin: atLeast('length in milliseconds, at least', length),
  lengthmax: atMost('length in milliseconds, at most', length),
  valuemin: atLeast('track value, at least', (eb) => eb.ref('t.track_value')),
  valuemax: atMost('track value, at most', (eb) => eb.ref('t.track_value')),
  environment: coded('environments, by name or counted from 0', environmentCodes, 'environment'),
  vehicle: coded('cars, by name or counted from 0', carCodes, 'car'),
  mood: coded(`moods: ${moods.join(', ')}`, anyOf(moods), 'mood'),
  difficulty: coded(`difficulties: ${difficulties.join(', ')}`, anyOf(difficulties), 'difficulty'),
  routes: coded(`kinds of route: ${routeKinds.join(', ')}`, anyOf(routeKinds), 'routes'),
  unlimiterver: filter(
    `versions of Unlimiter: Any, ${unlimiterVersions.join(', ')}`,
    anyOf(['Any', ...unlimiterVersions]),
    (eb, any) => sql<boolean>`coalesce(${eb.ref('t.unlimiter_version')} = any(${any}::integer[])
      or (0 = any(${any}::integer[]) and ${eb.ref('t.unlimiter_version')} is not null), false)`,
  ),
  antispam: {
    about: "1: each uploader's newest track, 2: each uploader's last awarded one",
    parse: antispam,
    variant: (value) => (value === 1 ? 'newest' : 'awarded'),
    where: (eb, _, variant) => (variant === 'newest' ? isLatest(eb) : isLatestAwarded(eb)),
  },
  awardedlately: {
    about: '1: with an award in the last 7 days, 2: in the last 30 days',
    parse: week1month2,
    variant: (value) => (value === 1 ? 'week' : 'month'),
    where: (eb, _, variant) => eb(variant === 'week' ? 't.awards_week' : 't.awards_month', '>', eb.lit(0)),
  },
  achievement: filter('tracks that earned an achievement', id, (eb) => isIn(eb, ofAchievement)),
  featured: flagFilters.infeatured,
  ...flagFilters,
};
