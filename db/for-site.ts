import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { SitedTable } from './sited-tables.ts';

/** What a scoped query needs; every Ctx is one. */
export interface SiteScope {
  readonly db: Kysely<Database>;
  readonly site: { readonly code: string };
}

/** Where reads of a sited table begin: `forSite(ctx, 'track').where('track.track_id', '=', id)…` */
export function forSite<Table extends SitedTable>(
  { db, site }: SiteScope,
  table: Table,
  // biome-ignore lint/complexity/noBannedTypes: Kysely's own word for "nothing selected yet"
): SelectQueryBuilder<Database, Table, {}> {
  // Every member of SitedTable has the column (a dbtest proves it); Kysely cannot follow that through a type parameter.
  // The code is written out: a statement that comes again keeps its plan only where the partition is known beforehand.
  const start = db
    .selectFrom(table as 'track')
    .where(`${table}.site` as 'track.site', '=', sql.lit(site.code));
  // biome-ignore lint/complexity/noBannedTypes: as above
  return start as unknown as SelectQueryBuilder<Database, Table, {}>; // the same parameter, given back
}

/**
 * Looking across sites is a named act: the db returned here passes the site guard, and the reason stands in the code
 * where a reader asks for it. The guard is the only plugin there is, so leaving plugins out turns off nothing else.
 */
export function acrossSites(db: Transaction<Database>, reason: string): Transaction<Database>;
export function acrossSites(db: Kysely<Database>, reason: string): Kysely<Database>;
export function acrossSites(db: Kysely<Database>, reason: string): Kysely<Database> {
  if (reason.trim() === '')
    throw new Error('acrossSites wants a reason: who needs rows of several sites, and why?');
  return db.withoutPlugins();
}
