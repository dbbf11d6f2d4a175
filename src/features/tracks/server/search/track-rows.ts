import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { SortKey } from './key-column.ts';
import type { IndexedRow } from './row-index.ts';
import { facetOf, flagFacet, trackFlags } from './track-facets.ts';
import { byCodePoint } from './track-keys.ts';

const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/** Looks row by row: told by `exists`, PostgreSQL would read a whole table for each chunk of rows. */
const isThere = (row: RawBuilder<unknown>) => sql`((select true ${row} limit 1) is true)`;

const isLast = (site: string, column: 'uploaded_at' | 'last_awarded_at') => sql`(t.is_public and t.is_listed
  and ${sql.ref(`t.${column}`)} is not null and not ${isThere(sql`from track n where n.site = ${site}
    and n.uploader_id = t.uploader_id and n.is_public and n.is_listed and ${sql.ref(`n.${column}`)} is not null
    and (${sql.ref(`n.${column}`)}, n.track_id) > (${sql.ref(`t.${column}`)}, t.track_id)`)})`;

/** In the order of trackFlags. */
const flags = (site: string) => [
  sql`t.is_public and t.is_listed`,
  sql`t.is_beta`,
  isThere(sql`from track_author a where a.site = ${site} and a.track_id = t.track_id
    and not a.is_uploader and not a.is_pending`),
  sql`t.author_time_beaten`,
  sql`t.record_replay_id is not null`,
  sql`t.car <> t.environment`,
  isThere(sql`from track_image i where i.site = ${site} and i.track_id = t.track_id`),
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
  where a.site = ${site} and a.track_id = t.track_id and a.is_pending = ${sql.lit(isPending)})`;

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
  where t.site = ${site} and p.site = ${site} and t.deleted_at is null`;

/** The next tracks of a site behind a TrackId, as the index keeps them; `names` lets tracks of one uploader share the name. */
export async function trackRowsAfter(
  db: Kysely<Database>,
  site: string,
  after: number,
  count: number,
  names: Map<string, string>,
): Promise<IndexedRow[]> {
  const { rows } = await sql<{ row: string }>`select ${columns(site)} as row ${from(site)}
    and t.track_id > ${after} order by t.track_id limit ${count}`.execute(db);
  return rows.map(({ row }) => rowOf(JSON.parse(row), names));
}

/** Tracks of a site by id; those that are no more are not among them. */
export async function trackRowsById(
  db: Kysely<Database>,
  site: string,
  ids: readonly number[],
): Promise<IndexedRow[]> {
  const { rows } = await sql<{ row: string }>`select ${columns(site)} as row ${from(site)}
    and t.track_id = any(${[...ids]}::integer[])`.execute(db);
  return rows.map(({ row }) => rowOf(JSON.parse(row)));
}

/** For each uploader, the newest and the last awarded of the public tracks. */
export async function latestOf(
  db: Kysely<Database>,
  site: string,
  uploaders: readonly number[],
): Promise<number[]> {
  const last = (
    column: 'uploaded_at' | 'last_awarded_at',
  ) => sql`(select n.track_id from track n where n.site = ${site}
    and n.uploader_id = u and n.is_public and n.is_listed and ${sql.ref(`n.${column}`)} is not null
    order by ${sql.ref(`n.${column}`)} desc, n.track_id desc limit 1)`;
  const { rows } = await sql<{ newest: number | null; awarded: number | null }>`
    select ${last('uploaded_at')} as newest, ${last('last_awarded_at')} as awarded
    from unnest(${[...uploaders]}::integer[]) u`.execute(db);
  return rows.flatMap(({ newest, awarded }) => [newest, awarded]).filter((id) => id !== null);
}

function rowOf(read: Read, names?: Map<string, string>): IndexedRow {
  const [id, before, [name, uploaderName], behind, codes, unlimiter, tags, uploader, by, invited, bits] =
    read;
  const [environment, car, mood, routes, type, replayType] = codes;
  const uploaderKey = byCodePoint(uploaderName);
  const sharedKey = names?.get(uploaderKey) ?? uploaderKey;
  names?.set(sharedKey, sharedKey);
  const [difficulty] = behind as [number, ...SortKey[]]; // the first of them, never null
  return {
    id,
    name,
    keys: [...before, byCodePoint(name), sharedKey, ...behind, id],
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
