import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { recountPackValues } from '#features/packs/server/recount.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';

/** Recalculates the values of the packs that contain a track: they depend on how many drivers it has. */
export async function countPacks({ db, site }: SiteScope, trackId: number): Promise<void> {
  const { rows } = await sql<{ pack_id: number }>`
    select pack_id from pack_track where site = ${site.code} and track_id = ${trackId}
      and status = ${PackTrackStatus.approved}`.execute(db);
  await recountPackValues(
    { db, site },
    rows.map(({ pack_id }) => pack_id),
  );
}
