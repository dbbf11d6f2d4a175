import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { runStatement } from '#platform/lists/prepared.ts';
import type { ListRequest } from '#platform/lists/shape.ts';
import { named, ofSite } from '#platform/lists/statement.ts';
import type { Statements } from '#platform/lists/statements.ts';
import type { IndexedFilter } from '../filter-kinds.ts';
import { type TrackFilterName, trackFilterNames, trackFilters } from '../filters.ts';
import { type PersonFilterName, userIds } from '../people.ts';
import { type TrackAudience, trackAudience } from '../source.ts';
import { askedKeys } from './asked-keys.ts';
import type { PersonStore } from './person-store.ts';
import { type Activity, activityOfOrder, filterOf, type PersonTracks } from './person-tracks.ts';

/** What the index does not hold and a request needs. */
export interface AskedFirst {
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
 * Asks the database, in one query, for ids and for people that are named; then for what people did, unless it is kept.
 * Nothing is asked where the index and what is kept suffice.
 */
export async function askFirst(
  ctx: Ctx,
  request: ListRequest,
  { statements, people }: { statements: Statements; people: PersonStore },
): Promise<AskedFirst> {
  const names = filtersOf(request);
  const orders = request.shape.sort.map(({ by }) => by);
  const activities = [
    ...new Set([...names.map((name) => indexedFilter(name).activity), ...orders.map(activityOfOrder)]),
  ].filter((activity) => activity !== undefined);
  const keyed = orders.filter((order) => askedKeys[order]);
  // these alone make the statement's text: others beside them share it
  const listed = names.filter((name) => indexedFilter(name).ids);
  const whom = [...new Set(activities.map(filterOf))]
    .filter((name) => name !== null)
    .filter((name) => request.values[`filter.${name}`] !== undefined);
  const [lists, users, pairs] = await ask(ctx, request, { listed, whom, keyed }, statements);
  // who is not named is who asks; a visitor did nothing
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

/** What one query asks for. */
interface Questions {
  readonly listed: readonly TrackFilterName[];
  /** filters of people that have a value */
  readonly whom: readonly PersonFilterName[];
  /** orders */
  readonly keyed: readonly string[];
}

/** For each filter its ids; for each filter of people who they are; for each order ids and keys. */
type Answers = [lists: number[][], users: number[][], pairs: [ids: number[], keys: (number | null)[]][]];

async function ask(
  ctx: Ctx,
  { values }: ListRequest,
  questions: Questions,
  statements: Statements,
): Promise<Answers> {
  const { listed, whom, keyed } = questions;
  if (listed.length + whom.length + keyed.length === 0) return [[], [], []];
  const audience = trackAudience(ctx.viewer);
  const cached = statements.cached(
    `${listed.join('+')}|${whom.join('+')}|${keyed.join('+')}|${audience}`,
    () => named('tracks-ids', ofSite(query(questions, audience).compile(ctx.db), ctx.site.code)),
  );
  const [answer] = await runStatement(ctx, cached.statement, values, cached.named);
  return JSON.parse(answer?.row ?? '[[],[],[]]');
}

/** Three arrays: for each filter its ids; people by what they did; pairs of ids and keys. */
function query({ listed, whom, keyed }: Questions, audience: TrackAudience) {
  const lists = listed.flatMap((name) => {
    const ids = indexedFilter(name).ids?.(audience);
    if (!ids) return [];
    return ['rows' in ids ? sql`array_to_json(array(${ids.rows}))` : sql`array_to_json(${ids.array})`];
  });
  const users = whom.map((name) => sql`array_to_json(${userIds(name)})`);
  const pairs = keyed.map(
    (order) =>
      sql`(select json_build_array(coalesce(json_agg(k.track_id), '[]'), coalesce(json_agg(k.key), '[]'))
        from (${askedKeys[order]}) k)`,
  );
  return sql`select json_build_array(${arrayOf(lists)}, ${arrayOf(users)}, ${arrayOf(pairs)})::text as row`;
}

const arrayOf = (parts: readonly RawBuilder<unknown>[]) =>
  parts.length === 0 ? sql`'[]'::json` : sql`json_build_array(${sql.join(parts)})`;
