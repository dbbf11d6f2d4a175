import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { SortKey } from '#platform/row-index/key-column.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';
import { facetOf, flagFacet, trackFlags } from './track-facets.ts';

const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/** Looks row by row: told by `exists`, PostgreSQL would read a whole table for each chunk of rows. */
const isThere = (row: RawBuilder<unknown>) => sql`((select true ${row} limit 1) is true)`;

const isLast = (site: string, column: 'uploaded_at' | 'last_awarded_at') => sql`(t.is_public and t.is_listed
  and ${sql.ref(`t.${column}`)} is not null and not ${isThere(sql`from track n where n.site = ${sql.lit(site)}
    and n.uploader_id = t.uploader_id and n.is_public and n.is_listed and ${sql.ref(`n.${column}`)} is not null
    and (${sql.ref(`n.${column}`)}, n.track_id) > (${sql.ref(`t.${column}`)}, t.track_id)`)})`;

/** In the order of trackFlags. */
const flags = (site: string) => [
  sql`t.is_public and t.is_listed`,
  sql`t.is_beta`,
  isThere(sql`from track_author a where a.site = ${sql.lit(site)} and a.track_id = t.track_id
    and not a.is_uploader and not a.is_pending`),
  sql`t.author_time_beaten`,
  sql`t.record_replay_id is not null`,
  sql`t.car <> t.environment`,
  isThere(sql`from track_image i where i.site = ${sql.lit(site)} and i.track_id = t.track_id`),
  sql`t.unlimiter_version is not null`,
  isLast(site, 'uploaded_at'),
  isLast(site, 'last_awarded_at'),
];
const flagBits = (site: string) =>
  sql.join(
    flags(site).map((flag, bit) => sql`((${flag})::integer << ${sql.lit(bit)})`),
    sql` | `,
  );

const authors = (site: string, isPending: boolean) => sql`array(select a.user_id from track_author a
  where a.site = ${sql.lit(site)} and a.track_id = t.track_id and a.is_pending = ${sql.lit(isPending)})`;

/** A row as it is read: keys in the order of track-keys.ts without the id, then facets. */
type Read = readonly [
  id: number,
  numbersBefore: number[],
  names: [track: string, uploader: string],
  numbersBehind: SortKey[],
  codes: [environment: number, car: number, mood: number, routes: number, type: number, replayType: number],
  unlimiter: number | null,
  tags: number[],
  uploader: number,
  authors: number[],
  invited: number[],
  flags: number,
];

/** Sites are written out: see db/for-site.ts. */
const columns = (site: string) => sql`json_build_array(t.track_id,
  json_build_array(${micros('t.uploaded_at')}, ${micros('t.updated_at')}, t.awards, t.comments, ${micros('t.activity_at')}),
  json_build_array(t.name_folded, p.name_folded),
  json_build_array(t.difficulty, t.downloads, t.track_value, t.awards_week, t.awards_month,
    ${micros('t.last_awarded_at')}, ${micros('t.record_at')}, t.author_time_ms, t.record_time_ms),
  json_build_array(t.environment, t.car, t.mood, t.routes, t.primary_type, t.replay_type),
  t.unlimiter_version, t.tags, t.uploader_id, ${authors(site, false)}, ${authors(site, true)}, ${flagBits(site)})::text`;

const from = (
  site: string,
) => sql`from track t join profile p on p.site = t.site and p.user_id = t.uploader_id
  where t.site = ${sql.lit(site)} and p.site = ${sql.lit(site)} and t.deleted_at is null`;

/** The next tracks of a site behind a TrackId, as the index keeps them. */
export async function trackRowsAfter(
  db: Kysely<Database>,
  site: string,
  after: number,
  count: number,
): Promise<IndexedRow[]> {
  const { rows } = await sql<{ row: string }>`select ${columns(site)} as row ${from(site)}
    and t.track_id > ${after} order by t.track_id limit ${count}`.execute(db);
  return rows.map(({ row }) => rowOf(JSON.parse(row)));
}

/**
 * Changed tracks of a site, and those that are now, or were until then, the newest or the last awarded of the public
 * tracks of an uploader. One that was is behind no others than the changed ones. `uploaders`: of tracks that may be no
 * more; such tracks are not among the rows.
 */
export async function changedRows(
  db: Kysely<Database>,
  site: string,
  ids: readonly number[],
  uploaders: readonly number[],
): Promise<IndexedRow[]> {
  const here = sql.lit(site);
  const last = (column: 'uploaded_at' | 'last_awarded_at') => sql`select n.track_id from uploaders u
    cross join lateral (select n.track_id from track n where n.site = ${here} and n.uploader_id = u.id
      and n.is_public and n.is_listed and ${sql.ref(`n.${column}`)} is not null
      order by ${sql.ref(`n.${column}`)} desc, n.track_id desc limit u.changed + 1) n`;
  const { rows } = await sql<{ row: string }>`
    with uploaders as materialized (
      select id, sum(changed) as changed from (
        select unnest(${[...uploaders]}::integer[]) as id, 0 as changed
        union all
        select c.uploader_id, 1 from track c where c.site = ${here} and c.track_id = any(${[...ids]}::integer[])
      ) changes group by id
    ), wanted as materialized (
      select unnest(${[...ids]}::integer[]) as id union ${last('uploaded_at')} union ${last('last_awarded_at')}
    )
    select ${columns(site)} as row ${from(site)} and t.track_id = any(array(select w.id from wanted w))`.execute(
    db,
  );
  return rows.map(({ row }) => rowOf(JSON.parse(row)));
}

function rowOf(read: Read): IndexedRow {
  const [id, before, [name, uploaderName], behind, codes, unlimiter, tags, uploader, by, invited, bits] =
    read;
  const [environment, car, mood, routes, type, replayType] = codes;
  const [difficulty] = behind as [number, ...SortKey[]]; // the first of them, never null
  return {
    id,
    text: name,
    keys: [...before, name, uploaderName, ...behind, id],
    facets: [
      facetOf('environment', environment),
      facetOf('car', car),
      facetOf('mood', mood),
      facetOf('difficulty', difficulty),
      facetOf('routes', routes),
      facetOf('primaryType', type),
      facetOf('replayType', replayType),
      ...(unlimiter === null ? [] : [facetOf('unlimiter', unlimiter)]),
      ...[...new Set(tags)].map((tag) => facetOf('tag', tag)),
      ...trackFlags.filter((_, bit) => (bits & (1 << bit)) !== 0).map(flagFacet),
      ...by.map((user) => facetOf('author', user)),
      ...invited.map((user) => facetOf('invited', user)),
      facetOf('uploader', uploader),
    ],
  };
}
