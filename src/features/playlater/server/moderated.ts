import { sql } from 'kysely';
import type { TxCtx } from '#platform/context.ts';

/** Replaces a duplicate by the other track in all Play Later lists. */
export async function mergeQueued(
  { db, site }: TxCtx,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<void> {
  await sql`
    update play_later l set track_id = ${into} where l.site = ${site.code} and l.track_id = ${from} and not exists (
      select from play_later o where o.site = l.site and o.user_id = l.user_id and o.track_id = ${into})`.execute(
    db,
  );
  await sql`delete from play_later where site = ${site.code} and track_id = ${from}`.execute(db);
}
