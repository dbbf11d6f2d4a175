import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { runStatement } from '#platform/lists/prepared.ts';
import type { ListRequest } from '#platform/lists/request.ts';
import { named } from '#platform/lists/statement.ts';
import type { Statements } from '#platform/lists/statements.ts';
import { type TrackFilterName, trackFilterNames } from '../../filter.ts';
import { userIds } from '../people.ts';
import { type TrackAudience, trackAudience } from '../source.ts';
import { askedKeys } from './asked-keys.ts';
import { indexedFilters } from './clauses.ts';
import type { PersonStore } from './person-store.ts';
import { type Deed, deedOfOrder, type PersonTracks } from './person-tracks.ts';

/** What the index does not hold and a request needs. */
export interface AskedFirst {
  /** by filter */
  readonly lists: ReadonlyMap<TrackFilterName, readonly number[]>;
  readonly tracks: ReadonlyMap<Deed, PersonTracks>;
  /** by half of an order's code */
  readonly keys: ReadonlyMap<number, { ids: Int32Array; keys: Float64Array }>;
}

export const filtersOf = ({ shape }: ListRequest): TrackFilterName[] =>
  trackFilterNames.filter((name) => shape.filters.some((filter) => filter.name === name));

/** Asks the database, in one query, for ids and people; then for what these people did, unless it is kept. */
export async function askFirst(
  ctx: Ctx,
  request: ListRequest,
  { statements, people }: { statements: Statements; people: PersonStore },
): Promise<AskedFirst> {
  const names = filtersOf(request);
  const halves = request.shape.sort.flatMap(({ by }) => (typeof by === 'number' ? [by] : []));
  const deeds = [
    ...new Set([...names.map((name) => indexedFilters[name].deed), ...halves.map(deedOfOrder)]),
  ].filter((deed) => deed !== undefined);
  const keyed = halves.filter((half) => askedKeys[half]);
  // these alone make the statement's text: others beside them share it
  const listed = names.filter((name) => indexedFilters[name].ids);
  if (listed.length + deeds.length + keyed.length === 0)
    return { lists: new Map(), tracks: new Map(), keys: new Map() };

  const audience = trackAudience(ctx.viewer);
  const kept = statements.kept(`${listed.join('+')}|${deeds.join('+')}|${keyed.join('+')}|${audience}`, () =>
    named('tracks-ids', query(listed, deeds, keyed, audience).compile(ctx.db)),
  );
  const [answer] = await runStatement(ctx.db, kept.statement, request.values, kept.named);
  const [lists, users, pairs] = JSON.parse(answer?.row ?? '[[],[],[]]') as [
    number[][],
    number[][],
    [ids: number[], keys: (number | null)[]][],
  ];
  const tracks = await Promise.all(deeds.map((deed, at) => people.tracksOf(deed, users[at] ?? [])));
  return {
    lists: new Map(listed.map((name, at) => [name, lists[at] ?? []])),
    tracks: new Map(deeds.map((deed, at) => [deed, tracks[at] as PersonTracks])), // one for each
    keys: new Map(
      keyed.map((half, at) => {
        const [ids = [], keys = []] = pairs[at] ?? [];
        return [
          half,
          { ids: Int32Array.from(ids), keys: Float64Array.from(keys, (key) => key ?? Number.NaN) },
        ];
      }),
    ),
  };
}

/** Three arrays: for each filter its ids; people by what they did; pairs of ids and keys. */
function query(
  names: readonly TrackFilterName[],
  deeds: readonly Deed[],
  keyed: readonly number[],
  audience: TrackAudience,
) {
  const lists = names.flatMap((name) => {
    const ids = indexedFilters[name].ids?.(audience);
    if (!ids) return [];
    return ['rows' in ids ? sql`array_to_json(array(${ids.rows}))` : sql`array_to_json(${ids.array})`];
  });
  const users = deeds.map((deed) => sql`array_to_json(${userIds(deed)})`);
  const pairs = keyed.map(
    (half) =>
      sql`(select json_build_array(coalesce(json_agg(k.track_id), '[]'), coalesce(json_agg(k.key), '[]'))
        from (${askedKeys[half]}) k)`,
  );
  return sql`select json_build_array(${arrayOf(lists)}, ${arrayOf(users)}, ${arrayOf(pairs)})::text as row`;
}

const arrayOf = (parts: readonly RawBuilder<unknown>[]) =>
  parts.length === 0 ? sql`'[]'::json` : sql`json_build_array(${sql.join(parts)})`;
