import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { slots } from '#platform/lists/slots.ts';
import { ofSite } from '#platform/lists/statements.ts';
import type { CopiedColumn } from '#platform/row-index/copied-rows.ts';
import type { LoadTask } from '#platform/row-index/index-loader.ts';
import type { TrackOrderName } from '../../list/server/orders.ts';
import {
  type CodeListName,
  type ConditionName,
  codeLists,
  codes,
  conditions,
  exists,
  secretRecord,
} from '../../list/server/properties.ts';
import { facetOf } from '../../list/server/track-facets.ts';
import { indexedOrders, keyKinds } from '../../list/server/track-keys.ts';
import { eb } from './track-rows.ts';

/** The tracks that are the last open ones of their uploaders. */
const lastBy = (column: 'uploaded_at' | 'last_awarded_at') => sql`t.track_id in (
  select distinct on (n.uploader_id) n.track_id from track n
  where n.site = ${slots.site} and n.is_public and n.is_listed and ${sql.ref(`n.${column}`)} is not null
  order by n.uploader_id, ${sql.ref(`n.${column}`)} desc, n.track_id desc)`;

/**
 * Properties whose declaration looks something up for each track, in a form that reads it once for all tracks: a join or a set. A
 * property that is not here is read as it is declared, which is slower if it looks something up.
 */
const atOnce: {
  readonly keys: Readonly<Partial<Record<TrackOrderName, RawBuilder<unknown>>>>;
  readonly codeLists: Readonly<Partial<Record<CodeListName, RawBuilder<unknown>>>>;
  readonly conditions: Readonly<Partial<Record<ConditionName, RawBuilder<unknown>>>>;
} = {
  keys: {
    uploaderName: sql`up.name_folded`,
    recordTime: sql`case when not ${exists(secretRecord)} then t.record_time_ms end`,
  },
  codeLists: { author: sql`au.authors`, invited: sql`au.invited` },
  conditions: { latest: lastBy('uploaded_at'), latestAwarded: lastBy('last_awarded_at') },
};

const from = sql`from track t
  left join profile up on up.site = ${slots.site} and up.user_id = t.uploader_id
  left join (select a.track_id,
      array_agg(a.user_id) filter (where not a.is_pending) as authors,
      array_agg(a.user_id) filter (where a.is_pending) as invited
    from track_author a where a.site = ${slots.site} group by a.track_id) au on au.track_id = t.track_id
  where t.site = ${slots.site} and t.deleted_at is null order by t.track_id`;

const columnOfKey = {
  integer: { is: 'integer key', type: sql`integer` },
  text: { is: 'text key', type: sql`text` },
  instant: { is: 'instant key', type: sql`timestamptz` },
} as const;

const keys = indexedOrders.map(([name, { keys: own }, kind]) => {
  const { is, type } = columnOfKey[kind];
  const value = atOnce.keys[name as TrackOrderName] ?? own[0]?.expr(eb) ?? sql`null`; // a name of the orders
  return { column: { is }, value: sql`(${value})::${type}` };
});
const ones = Object.entries(codes).map(([name, code]) => ({
  column: { is: 'facet', from: facetOf(name, 0) } as const,
  value: sql`(${code(eb)})::integer`,
}));
const lists = Object.entries(codeLists).map(([name, list]) => ({
  column: { is: 'facets', from: facetOf(name, 0) } as const,
  value: sql`(${atOnce.codeLists[name as CodeListName] ?? list(eb)})::integer[]`, // a name of the lists
}));
const bits = Object.entries(conditions).map(
  ([name, holds], bit) =>
    sql`((${atOnce.conditions[name as ConditionName] ?? holds(eb, exists)})::integer << ${sql.lit(bit)})`, // a name of the conditions
);

const selected: readonly { readonly column: CopiedColumn; readonly value: RawBuilder<unknown> }[] = [
  { column: { is: 'id' }, value: sql`t.track_id` },
  { column: { is: 'text' }, value: sql`t.name_folded` },
  ...keys,
  { column: { is: 'integer key' }, value: sql`t.track_id` },
  ...ones,
  ...lists,
  { column: { is: 'bits', from: facetOf('condition', 0) }, value: sql`(${sql.join(bits, sql` | `)})` },
];

/** Fills the index of a site's tracks: the rows that track-rows.ts reads one by one. */
export const allTracks = (db: Kysely<Database>, site: string, databaseUrl: string): LoadTask => ({
  url: databaseUrl,
  query: ofSite(sql`select ${sql.join(selected.map(({ value }) => value))} ${from}`.compile(db), site).sql,
  columns: selected.map(({ column }) => column),
  orders: keyKinds,
});

/** Sites with their most tracks first: most visitors wait for the largest. */
export async function largestFirst(db: Kysely<Database>, sites: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select s.code from site s where s.code = any(${[...sites]}::text[])
    order by s.tracks desc, s.code`.execute(db);
  return rows.map(({ code }) => code);
}
