import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { SiteScope } from './for-site.ts';

/**
 * Counts the tracks and profiles of an edition again. Triggers maintain both; locked first, so that a change that commits meanwhile
 * is added to the new count.
 */
export async function recountSite({ db, site }: SiteScope): Promise<void> {
  const count = async (tx: Kysely<Database>) => {
    await tx.selectFrom('site').where('code', '=', site.code).select('code').forUpdate().execute();
    await sql`
      update site set
        tracks = (select count(*) from track t
          where t.site = ${sql.lit(site.code)} and t.is_public and t.is_listed),
        profiles = (select count(*) from profile p where p.site = ${sql.lit(site.code)})
      where code = ${site.code}`.execute(tx);
  };
  await (db.isTransaction ? count(db) : db.transaction().execute(count));
}
