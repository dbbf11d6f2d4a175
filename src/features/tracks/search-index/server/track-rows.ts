import { CompiledQuery, expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { slot, slots } from '#platform/lists/slots.ts';
import { fill, named, ofSite, type Statement } from '#platform/lists/statements.ts';
import { writtenPosition } from '#platform/replicas/position.ts';
import type { SortKey } from '#platform/row-index/key-column.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';
import { codeLists, codes, conditions, type Exists } from '../../list/server/properties.ts';
import type { TracksDB } from '../../list/server/source.ts';
import { conditionFacets, facetOf } from '../../list/server/track-facets.ts';
import { indexedOrders } from '../../list/server/track-keys.ts';

/** Uses a scalar sub-select for each row: with `exists`, PostgreSQL would scan the whole table for each chunk of rows. */
const existsPerRow: Exists = (rows) => sql<boolean>`((select true ${rows} limit 1) is true)`;

/** Builds expressions of a track `t`. */
export const eb = expressionBuilder<TracksDB, 't'>();

const keys = indexedOrders.map(
  ([
    ,
    {
      keys: [key],
    },
    kind,
  ]) => {
    const expr = key ? key.expr(eb) : sql`null`;
    return kind === 'instant' ? sql`(extract(epoch from ${expr}) * 1000000)::bigint` : sql`${expr}`;
  },
);
const bits = Object.values(conditions).map(
  (holds, bit) => sql`((${holds(eb, existsPerRow)})::integer << ${sql.lit(bit)})`,
);
const arrayOf = (parts: readonly RawBuilder<unknown>[]) => sql`json_build_array(${sql.join(parts)})`;

/** A row as it is read. */
type Read = readonly [
  id: number,
  nameFolded: string,
  keys: readonly SortKey[],
  codes: readonly (number | null)[],
  codeLists: readonly (readonly number[])[],
  conditions: number,
];

const columns = sql`json_build_array(t.track_id, t.name_folded, ${arrayOf(keys)},
  ${arrayOf(Object.values(codes).map((code) => sql`${code(eb)}`))},
  ${arrayOf(Object.values(codeLists).map((list) => sql`${list(eb)}`))}, ${sql.join(bits, sql` | `)})::text as row`;

const from = sql`from track t where t.site = ${slots.site} and t.deleted_at is null`;

const lastOf = (column: 'uploaded_at' | 'last_awarded_at') => sql`select n.track_id from uploaders u
  cross join lateral (select n.track_id from track n where n.site = ${slots.site} and n.uploader_id = u.id
    and n.is_public and n.is_listed and ${sql.ref(`n.${column}`)} is not null
    order by ${sql.ref(`n.${column}`)} desc, n.track_id desc limit u.changed + 1) n`;

/** The changed tracks and the latest of their uploaders, from the CTEs `changed` and `uploaders`. */
const around = sql`wanted as materialized (
    select id from changed union ${lastOf('uploaded_at')} union ${lastOf('last_awarded_at')}
  )`;
const rowsAround = sql`select ${columns} ${from} and t.track_id = any(array(select w.id from wanted w))`;

const rowsChanged = sql`
  with changed as materialized (select unnest(${slot('ids')}::integer[]) as id),
  uploaders as materialized (
    select id, sum(changed) as changed from (
      select unnest(${slot('uploaders')}::integer[]) as id, 0 as changed
      union all
      select c.uploader_id, 1 from track c where c.site = ${slots.site}
        and c.track_id = any(array(select id from changed))
    ) changes group by id
  ), ${around}
  ${rowsAround}`;

/** No transaction has a higher number. */
const lastXid = '9223372036854775807';
/** The most changed tracks whose rows are read together with the log. */
const maxWithLog = 100;

/**
 * The second bound excludes nothing: of a range PostgreSQL expects few rows whatever its bounds are, and so it keeps the plan.
 * Otherwise it makes one for each call, which takes four times as long as the statement.
 */
const logAndRows = sql`
  with log as materialized (
    select c.seq, c.site, c.track_id, c.part from track_change c
    where c.xid between ${slot('horizon')}::bigint and ${slot('end')}::bigint
  ), fresh as materialized (
    select distinct track_id as id from log
    where site = ${slots.site} and seq <> all(${slot('seen')}::bigint[]) limit ${sql.lit(maxWithLog + 1)}
  ), changed as materialized (
    select id from fresh where (select count(*) from fresh) <= ${sql.lit(maxWithLog)}
  ), uploaders as materialized (
    select c.uploader_id as id, count(*) as changed from track c where c.site = ${slots.site}
      and c.track_id = any(array(select id from changed)) group by c.uploader_id
  ), ${around}
  select json_build_array(pg_snapshot_xmin(pg_current_snapshot())::text::bigint, ${writtenPosition},
    (select json_agg(json_build_array(seq, site, track_id, part)) from log),
    (select json_agg(json_build_array(c.seq, c.site, c.name, c.keys)) from page_change c
      where c.xid between ${slot('horizon')}::bigint and ${slot('end')}::bigint),
    array(select id from changed), array(select id from uploaders),
    (select json_agg(r.row::json) from (${rowsAround}) r))::text as row`;

/**
 * Changed tracks of a site, and those that are, or were until now, the newest or the last awarded public track of an uploader.
 * One that was can have at most the changed tracks after it. `uploaders`: also of tracks that no longer exist, which are not
 * among the rows.
 */
export const changedRows = (
  db: Kysely<Database>,
  site: string,
  ids: readonly number[],
  uploaders: readonly number[],
): Promise<IndexedRow[]> => read(db, site, rowsChanged, { ids: [...ids], uploaders: [...uploaders] });

/** A part of the log of changed tracks. */
export interface LogPart {
  /** the oldest transaction that was still running: its entries may be missing */
  readonly horizon: number;
  /** of the database's log, after all that is visible */
  readonly position: number;
  readonly entries: readonly (readonly [seq: number, site: string, trackId: number, part: string])[];
  readonly rows: readonly (readonly [
    seq: number,
    site: string | null,
    table: string,
    keys: string[] | null,
  ])[];
  /** for one site, what `changedRows` returns for its new entries; none of them if there are too many */
  readonly read: ReadRows;
}

/** Rows of changed tracks of a site, and whose tracks they are. */
export interface ReadRows {
  readonly ids: ReadonlySet<number>;
  readonly uploaders: ReadonlySet<number>;
  readonly rows: readonly IndexedRow[];
}

/** Entries of the log since a transaction, with the rows of those on a site that are not among `seen`. */
export async function readLog(
  db: Kysely<Database>,
  site: string,
  horizon: number,
  seen: readonly number[],
): Promise<LogPart> {
  const [row] = await execute(db, site, logAndRows, { horizon, end: lastXid, seen });
  if (!row) throw new Error('The query of the log of changed tracks returned nothing.');
  const [newHorizon, position, entries, changed, ids, uploaders, rows]: [
    number,
    number,
    LogPart['entries'] | null,
    LogPart['rows'] | null,
    number[],
    number[],
    Read[] | null,
  ] = JSON.parse(row);
  const read = { ids: new Set(ids), uploaders: new Set(uploaders), rows: (rows ?? []).map(rowOf) };
  return { horizon: newHorizon, position, entries: entries ?? [], rows: changed ?? [], read };
}

/** Compiled statements by query and site: the site is written into the text (see ofSite). */
const compiled = new WeakMap<RawBuilder<unknown>, Map<string, Statement>>();

function statementOf(db: Kysely<Database>, site: string, query: RawBuilder<unknown>): Statement {
  const bySite = compiled.get(query) ?? new Map<string, Statement>();
  compiled.set(query, bySite);
  const known = bySite.get(site);
  if (known) return known;
  const statement = named('track-rows', ofSite(query.compile(db), site));
  bySite.set(site, statement);
  return statement;
}

async function read(...query: Parameters<typeof execute>): Promise<IndexedRow[]> {
  return (await execute(...query)).map((row) => rowOf(JSON.parse(row)));
}

/** The rows' only column. */
async function execute(
  db: Kysely<Database>,
  site: string,
  query: RawBuilder<unknown>,
  values: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const { text, parameters } = statementOf(db, site, query);
  const { rows } = await db.executeQuery<{ row: string }>(CompiledQuery.raw(text, fill(parameters, values)));
  return rows.map(({ row }) => row);
}

const codeNames = Object.keys(codes);
const codeListNames = Object.keys(codeLists);

function rowOf([id, text, orderKeys, ones, lists, bits]: Read): IndexedRow {
  const facets = conditionFacets(bits);
  for (const [at, kind] of codeNames.entries()) {
    const code = ones[at] ?? null;
    if (code !== null) facets.push(facetOf(kind, code));
  }
  for (const [at, kind] of codeListNames.entries())
    for (const code of new Set(lists[at])) facets.push(facetOf(kind, code));
  return { id, text, keys: [...orderKeys, id], facets };
}
