import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { ListRequest } from '#platform/lists/list.ts';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import { named, ofSite, runStatement, type Statements } from '#platform/lists/statements.ts';
import type { IndexedFilter } from '../../list/server/filter-kinds.ts';
import { type TrackFilterName, trackFilterNames, trackFilters } from '../../list/server/filters.ts';
import { type PersonFilterName, userIds } from '../../list/server/person-filters.ts';
import {
  type Activity,
  activityOfOrder,
  filterOf,
  type PersonTracks,
} from '../../list/server/person-tracks.ts';
import { queueOwner, type TrackAudience, trackAudience } from '../../list/server/source.ts';
import type { PersonStore } from './person-store.ts';

/** TrackId and key, for the tracks that have one. */
type Keys = RawBuilder<{ track_id: number; key: number }>;

/** Orders of a pack and of a Play Later list (orders.ts has them as expressions of a track). */
const orderKeys: Readonly<Partial<Record<string, Keys>>> = {
  packPosition: sql`select x.track_id, x.position as key from pack_track x
    where x.site = ${slots.site} and x.pack_id = ${filterSlot<number>('packid')}::integer`,
  queuePosition: sql`select l.track_id, l.position as key from play_later l
    where l.site = ${slots.site} and l.user_id = ${queueOwner}`,
};

/** What a request needs and the index does not contain. */
export interface Prefetched {
  /** by filter */
  readonly lists: ReadonlyMap<TrackFilterName, readonly number[]>;
  readonly tracks: ReadonlyMap<Activity, PersonTracks>;
  /** by order */
  readonly keys: ReadonlyMap<string, { ids: Int32Array; keys: Float64Array }>;
}

export const indexedFilter = (name: TrackFilterName): IndexedFilter => trackFilters[name].indexed;

export const filtersOf = ({ shape }: ListRequest): TrackFilterName[] =>
  trackFilterNames.filter((name) => shape.filters.some((filter) => filter.name === name));

/**
 * Reads the ids and users that a request names, in one query, and then the activities of these users, unless they are cached.
 * There is no query if the index and the cache suffice.
 */
export async function prefetch(
  ctx: Ctx,
  request: ListRequest,
  { statements, people }: { statements: Statements; people: PersonStore },
): Promise<Prefetched> {
  const names = filtersOf(request);
  const orders = request.shape.sort.map(({ by }) => by);
  const activities = [
    ...new Set([...names.map((name) => indexedFilter(name).activity), ...orders.map(activityOfOrder)]),
  ].filter((activity) => activity !== undefined);
  const keyed = orders.filter((order) => orderKeys[order]);
  // the statement depends on these only, so requests with other filters share it
  const listed = names.filter((name) => indexedFilter(name).ids);
  const whom = [...new Set(activities.map(filterOf))]
    .filter((name) => name !== null)
    .filter((name) => request.values[`filter.${name}`] !== undefined);
  const [lists, users, pairs] = await read(ctx, request, { listed, whom, keyed }, statements);
  // without a name, the viewer; visitors have no activities
  const self = ctx.viewer.userId === 0 ? [] : [ctx.viewer.userId];
  const usersOf = (activity: Activity) => {
    const filter = filterOf(activity);
    return (filter && users[whom.indexOf(filter)]) ?? self;
  };
  const tracks = await Promise.all(
    activities.map((activity) => people.tracksOf(activity, usersOf(activity))),
  );
  return {
    lists: new Map(listed.map((name, at) => [name, lists[at] ?? []])),
    tracks: new Map(activities.map((activity, at) => [activity, tracks[at] as PersonTracks])), // one for each
    keys: new Map(
      keyed.map((order, at) => {
        const [ids = [], keys = []] = pairs[at] ?? [];
        return [
          order,
          { ids: Int32Array.from(ids), keys: Float64Array.from(keys, (key) => key ?? Number.NaN) },
        ];
      }),
    ),
  };
}

/** The parts of the query. */
interface Parts {
  readonly listed: readonly TrackFilterName[];
  /** filters of people that have a value */
  readonly whom: readonly PersonFilterName[];
  /** orders */
  readonly keyed: readonly string[];
}

/** The ids of each filter, the users of each filter of people, the ids and keys of each order. */
type Rows = [lists: number[][], users: number[][], pairs: [ids: number[], keys: (number | null)[]][]];

async function read(ctx: Ctx, { values }: ListRequest, parts: Parts, statements: Statements): Promise<Rows> {
  const { listed, whom, keyed } = parts;
  if (listed.length + whom.length + keyed.length === 0) return [[], [], []];
  const audience = trackAudience(ctx.viewer);
  const cached = statements.cached(
    `${listed.join('+')}|${whom.join('+')}|${keyed.join('+')}|${audience}`,
    () => named('tracks-ids', ofSite(query(parts, audience).compile(ctx.db), ctx.site.code)),
  );
  const [row] = await runStatement(ctx, cached.statement, values, cached.named);
  return JSON.parse(row?.row ?? '[[],[],[]]');
}

/** Three arrays: the ids of each filter, users, and pairs of ids and keys. */
function query({ listed, whom, keyed }: Parts, audience: TrackAudience) {
  const lists = listed.flatMap((name) => {
    const ids = indexedFilter(name).ids?.(audience);
    if (!ids) return [];
    return ['rows' in ids ? sql`array_to_json(array(${ids.rows}))` : sql`array_to_json(${ids.array})`];
  });
  const users = whom.map((name) => sql`array_to_json(${userIds(name)})`);
  const pairs = keyed.map(
    (order) =>
      sql`(select json_build_array(coalesce(json_agg(k.track_id), '[]'), coalesce(json_agg(k.key), '[]'))
        from (${orderKeys[order]}) k)`,
  );
  return sql`select json_build_array(${arrayOf(lists)}, ${arrayOf(users)}, ${arrayOf(pairs)})::text as row`;
}

const arrayOf = (parts: readonly RawBuilder<unknown>[]) =>
  parts.length === 0 ? sql`'[]'::json` : sql`json_build_array(${sql.join(parts)})`;
