import { CompiledQuery, expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { fill, slot, slots } from '#platform/lists/slots.ts';
import { named, ofSite, type Statement } from '#platform/lists/statement.ts';
import type { SortKey } from '#platform/row-index/key-column.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';
import { codeLists, codes, conditions, type Exists } from '../properties.ts';
import type { TracksDB } from '../source.ts';
import { conditionFacets, facetOf } from './track-facets.ts';
import { indexedOrders } from './track-keys.ts';

/** Uses a scalar sub-select for each row: with `exists`, PostgreSQL would scan the whole table for each chunk of rows. */
const existsPerRow: Exists = (rows) => sql<boolean>`((select true ${rows} limit 1) is true)`;

const eb = expressionBuilder<TracksDB, 't'>();

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

const rowsAfter = sql`select ${columns} ${from} and t.track_id > ${slot('after')}
  order by t.track_id limit ${slot('count')}`;

const lastOf = (column: 'uploaded_at' | 'last_awarded_at') => sql`select n.track_id from uploaders u
  cross join lateral (select n.track_id from track n where n.site = ${slots.site} and n.uploader_id = u.id
    and n.is_public and n.is_listed and ${sql.ref(`n.${column}`)} is not null
    order by ${sql.ref(`n.${column}`)} desc, n.track_id desc limit u.changed + 1) n`;

const rowsChanged = sql`
  with uploaders as materialized (
    select id, sum(changed) as changed from (
      select unnest(${slot('uploaders')}::integer[]) as id, 0 as changed
      union all
      select c.uploader_id, 1 from track c where c.site = ${slots.site}
        and c.track_id = any(${slot('ids')}::integer[])
    ) changes group by id
  ), wanted as materialized (
    select unnest(${slot('ids')}::integer[]) as id
    union ${lastOf('uploaded_at')} union ${lastOf('last_awarded_at')}
  )
  select ${columns} ${from} and t.track_id = any(array(select w.id from wanted w))`;

/** The next tracks of a site after a TrackId, as the index stores them. */
export const trackRowsAfter = (
  db: Kysely<Database>,
  site: string,
  after: number,
  count: number,
): Promise<IndexedRow[]> => read(db, site, rowsAfter, { after, count });

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

async function read(
  db: Kysely<Database>,
  site: string,
  query: RawBuilder<unknown>,
  values: Readonly<Record<string, unknown>>,
): Promise<IndexedRow[]> {
  const { text, parameters } = statementOf(db, site, query);
  const { rows } = await db.executeQuery<{ row: string }>(CompiledQuery.raw(text, fill(parameters, values)));
  return rows.map(({ row }) => rowOf(JSON.parse(row)));
}

/** The statement that reads rows of a site, for tests. */
export const trackRowsText = (db: Kysely<Database>, site: string): string =>
  statementOf(db, site, rowsAfter).text;

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
