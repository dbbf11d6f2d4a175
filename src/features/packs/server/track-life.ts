import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes.ts';
import { managersOf } from './managers.ts';
import { recountPacks } from './recount.ts';

/**
 * Handles a new file of a track: where the managers of a pack had requested changes, the track becomes pending again
 * and they are notified.
 */
export async function reopenInPacks(tx: TxCtx, trackId: number): Promise<void> {
  const reopened = await tx.db
    .updateTable('pack_track')
    .set({ status: PackTrackStatus.pending })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('status', '=', PackTrackStatus.changesRequested)
    .returning('pack_id')
    .execute();
  if (reopened.length === 0) return;
  const { name } = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select('name')
    .executeTakeFirstOrThrow();
  for (const { pack_id: packId, name: packName, managers } of await managersOf(
    tx,
    reopened.map((row) => row.pack_id),
  )) {
    await notify(tx, {
      to: managers,
      kind: 'pack.submission',
      text: `“${stripGameText(name)}” in “${stripGameText(packName)}” has a new file and is waiting for you again.`,
      link: routes.trackPackShow(packId),
    });
  }
}

/** Removes a track from its packs before it is deleted permanently: positions are closed up and counters recalculated. */
export async function leavePacks(tx: TxCtx, trackId: number): Promise<void> {
  // lock packs in id order, as everywhere, to avoid deadlocks
  await sql`select from pack k where k.site = ${tx.site.code} and exists (select from pack_track x
    where x.site = k.site and x.pack_id = k.pack_id and x.track_id = ${trackId})
    order by k.pack_id for update`.execute(tx.db);
  const left = await tx.db
    .deleteFrom('pack_track')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .returning(['pack_id', 'position'])
    .execute();
  for (const { pack_id, position } of left) {
    if (position === null) continue;
    await tx.db
      .updateTable('pack_track')
      .set((eb) => ({ position: eb('position', '-', 1) }))
      .where('site', '=', tx.site.code)
      .where('pack_id', '=', pack_id)
      .where('position', '>', position)
      .execute();
  }
  await recountPacks(
    tx,
    left.map(({ pack_id }) => pack_id),
  );
}
