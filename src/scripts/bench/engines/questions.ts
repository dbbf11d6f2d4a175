import { sql } from 'kysely';
import { trackList } from '#features/tracks/list/server/list.ts';
import { indexOrder } from '#features/tracks/list/server/track-keys.ts';
import { PersonStore, personLimits } from '#features/tracks/search-index/server/person-store.ts';
import { filtersOf, indexedFilter, prefetch } from '#features/tracks/search-index/server/prefetch.ts';
import { visible } from '#features/tracks/search-index/server/visible.ts';
import type { Ctx } from '#platform/context.ts';
import { readParams } from '#platform/lists/params.ts';
import { readRequest } from '#platform/lists/request.ts';
import { Statements } from '#platform/lists/statements.ts';
import { Bitset } from '#platform/row-index/bitset.ts';
import { pathOf } from '../client.ts';
import { type Combination, isPersonal, pairs, sample, singles } from '../combinations.ts';
import type { Question } from './engine.ts';

export interface Asked {
  readonly path: string;
  readonly question: Question;
}

/**
 * Questions of `bench:scale` that the index answers alone, half of them with one filter and half with two. Ids that it lacks, such as
 * those of a pack, are read here for all engines alike. Without `withIds` there are none, and no database is needed.
 */
export async function someQuestions(
  ctx: Ctx,
  count: number,
  { cursor, withIds }: { cursor: number; withIds: boolean },
): Promise<Asked[]> {
  const statements = new Statements();
  const people = new PersonStore(ctx.db, ctx.site.code, personLimits);
  const asked: Asked[] = [];
  const half = Math.ceil(count / 2);
  for (const combinations of [singles(), pairs()]) {
    let left = half;
    for (const combination of sample(combinations, combinations.length)) {
      if (left === 0) break;
      const path = pathOf(combination, cursor, 'TrackId');
      const question = await questionOf(ctx, combination, path, { cursor, withIds, statements, people });
      if (!question) continue;
      asked.push({ path, question });
      left -= 1;
    }
  }
  return sample(asked, count);
}

/** Null if a user's activity decides, or ids that are not wanted. */
async function questionOf(
  ctx: Ctx,
  combination: Combination,
  path: string,
  {
    cursor,
    withIds,
    ...stored
  }: { cursor: number; withIds: boolean; statements: Statements; people: PersonStore },
): Promise<Question | null> {
  if (isPersonal(combination)) return null;
  const query = new URLSearchParams(path.slice(path.indexOf('?') + 1));
  const request = readRequest(ctx, trackList, readParams(query));
  const names = filtersOf(request);
  const indexed = names.map(indexedFilter);
  if (indexed.some(({ activity, ids }) => activity || (ids && !withIds))) return null;
  const [sort, second] = request.shape.sort;
  if (!sort || second || indexOrder(sort.by) === -1) return null;
  const { lists } = await prefetch(ctx, request, stored);
  const given = (name: string) => request.values[`filter.${name}`] ?? null;
  const rows = new Bitset(0);
  const filters = names.flatMap((name, at) => {
    const value = given(name) as never; // parsed by this filter
    return indexed[at]?.clauses(value, { ids: lists.get(name) ?? [], rows, given }) ?? [];
  });
  return {
    clauses: [...visible('everyone', 0), ...filters],
    order: indexOrder(sort.by),
    descending: sort.descending,
    page: combination.page,
    cursor,
    limit: request.count,
  };
}

/** The first track from the middle on that everybody may see. */
export async function visibleTrack({ db, site: { code } }: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select track_id as id from track where site = ${code} and is_public and is_listed and deleted_at is null
    order by track_id offset (select count(*) * 6 / 10 from track where site = ${code}) limit 1`.execute(db);
  const [track] = rows;
  if (!track) throw new Error('There are no tracks.');
  return track.id;
}
