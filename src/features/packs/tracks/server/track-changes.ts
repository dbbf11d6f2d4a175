import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { TxCtx } from '#platform/context.ts';
import { recountPacks, recountPackValues } from '../../server/recount.ts';
import { reopenedByFile } from '../states.ts';
import { deleteEntries, trackName } from './entries.ts';
import { notifyManagers } from './notify.ts';
import { countChange } from './step.ts';

/**
 * Handles a new file of a track: where the managers of a pack had requested changes, the track becomes pending again
 * and they are notified. The file may be for another environment.
 */
export async function reopenInPacks(tx: TxCtx, trackId: number): Promise<void> {
  const packIds = await lockPacksOf(tx, trackId);
  if (packIds.length === 0) return;
  const reopened = await tx.db
    .updateTable('pack_track')
    .set({ status: PackTrackStatus.pending })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('status', 'in', reopenedByFile)
    .returning('pack_id')
    .execute();
  await recountPacks(tx, packIds);
  if (reopened.length === 0) return;
  const reopenedIds = reopened.map((row) => row.pack_id);
  await countChange(tx, reopenedIds);
  const { name } = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select('name')
    .executeTakeFirstOrThrow();
  await notifyManagers(tx, reopenedIds, trackName(trackId, name));
}

/** Removes a track from its packs before it is deleted permanently: positions are closed up and counters recalculated. */
export async function leavePacks(tx: TxCtx, trackId: number): Promise<void> {
  const packIds = await lockPacksOf(tx, trackId);
  for (const packId of packIds) await deleteEntries(tx, packId, [trackId]);
  await countChange(tx, packIds);
  await recountPacks(tx, packIds);
  await recountPackValues(tx, packIds);
}

/** Packs list the other track instead of a duplicate, at the same position; those that list both close up. */
export async function replaceInPacks(
  tx: TxCtx,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<void> {
  const packIds = await lockPacksOf(tx, from);
  if (packIds.length === 0) return;
  await sql`
    update pack_track x set track_id = ${into} where x.site = ${tx.site.code} and x.track_id = ${from} and not exists (
      select from pack_track o where o.site = x.site and o.pack_id = x.pack_id and o.track_id = ${into})`.execute(
    tx.db,
  );
  await leavePacks(tx, from);
  await countChange(tx, packIds);
  await recountPacks(tx, packIds);
  await recountPackValues(tx, packIds);
}

/** Locks the packs that list a track, in id order, as everywhere, to avoid deadlocks. */
async function lockPacksOf({ db, site }: TxCtx, trackId: number): Promise<number[]> {
  const { rows } = await sql<{ pack_id: number }>`
    select k.pack_id from pack k where k.site = ${site.code} and exists (select from pack_track x
      where x.site = k.site and x.pack_id = k.pack_id and x.track_id = ${trackId})
    order by k.pack_id for no key update`.execute(db);
  return rows.map(({ pack_id }) => pack_id);
}
