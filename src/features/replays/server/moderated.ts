import { sql } from 'kysely';
import type { OnMerge } from '#features/tracks/move-merge/server/merge.ts';
import { giveCurrentMedals } from '../ranking/server/medals.ts';
import { rankReplays } from '../ranking/server/rank.ts';

/**
 * The replays of a duplicate move to the other track. They count there if both files have the same blocks, and are listed as those
 * of an older version otherwise: version 0, which no file has.
 */
export const mergeReplays: OnMerge = async (tx, { from, into, sameBlocks }) => {
  const { db, site } = tx;
  await sql`
    update replay r set track_id = t.track_id, is_best = false, top_position = null,
      track_version = case when ${sameBlocks}::boolean and r.track_version = d.current_version then t.current_version else 0 end
    from track t, track d
    where r.site = ${site.code} and r.track_id = ${from} and t.site = ${site.code} and t.track_id = ${into}
      and d.site = ${site.code} and d.track_id = ${from}`.execute(db);
  if (sameBlocks) await giveCurrentMedals(tx, into);
  await rankReplays(tx, from);
  await rankReplays(tx, into);
};

export { hasRecords } from '../online/server/remove-records.ts';
