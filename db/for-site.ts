import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Database, SitedTable } from './database.ts';
import { noteAcrossSites } from './statement-tables.ts';

/** The scope of a query; every Ctx is one. */
export interface SiteScope {
  readonly db: Kysely<Database>;
  readonly site: { readonly code: string };
}

/** Starts a query of a sited table: `forSite(ctx, 'track').where('track.track_id', '=', id)…` */
export function forSite<Table extends SitedTable>(
  { db, site }: SiteScope,
  table: Table,
  // biome-ignore lint/complexity/noBannedTypes: Kysely's type for "nothing selected yet"
): SelectQueryBuilder<Database, Table, {}> {
  // Every member of SitedTable has the column (a dbtest proves it); Kysely cannot infer that through a type parameter. The code
  // is a literal: PostgreSQL caches the plan of a repeated statement only if the partition is known beforehand.
  const start = db
    .selectFrom(table as 'track')
    .where(`${table}.site` as 'track.site', '=', sql.lit(site.code));
  // biome-ignore lint/complexity/noBannedTypes: as above
  return start as unknown as SelectQueryBuilder<Database, Table, {}>; // the same parameter
}

/**
 * Queries across sites are explicit: the db returned here passes the site guard, and the reason is visible in the code. The
 * guard is the only plugin, so removing plugins disables nothing else.
 */
export function acrossSites(db: Transaction<Database>, reason: string): Transaction<Database>;
export function acrossSites(db: Kysely<Database>, reason: string): Kysely<Database>;
export function acrossSites(db: Kysely<Database>, reason: string): Kysely<Database> {
  if (reason.trim() === '')
    throw new Error('acrossSites wants a reason: who needs rows of several sites, and why?');
  noteAcrossSites();
  return db.withoutPlugins();
}
