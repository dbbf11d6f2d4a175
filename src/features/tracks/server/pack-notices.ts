import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { query } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';

/**
 * The pages of packs to which notices about a track lead: where its authors submit it, also to packs that no longer contain it, and where
 * managers decide. Notices of managers may be about other tracks of the pack.
 */
export async function packPagesOf(
  tx: TxCtx,
  trackId: number,
): Promise<{ readonly authors: readonly string[]; readonly managers: readonly string[] }> {
  const end = query({ trackId });
  const { rows } = await sql<{ link: string }>`
    select distinct link from notice
    where site = ${tx.site.code} and kind = 'pack.status' and right(link, ${end.length}::integer) = ${end}
      and user_id in (select user_id from track_author where site = ${tx.site.code} and track_id = ${trackId})`.execute(
    tx.db,
  );
  const packs = await forSite(tx, 'pack_track').where('track_id', '=', trackId).select('pack_id').execute();
  return {
    authors: rows.map(({ link }) => link),
    managers: packs.map(({ pack_id: packId }) => routes.trackPackManage(packId)),
  };
}
