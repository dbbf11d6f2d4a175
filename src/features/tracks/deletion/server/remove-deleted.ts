import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { withdrawGone } from '#features/notices/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { routes } from '#routes/routes.ts';
import { restorableDays } from '../../rights.ts';
import { lockTrack } from '../../server/counters.ts';
import { eachTrack } from '../../server/each-track.ts';
import { countInBatches, peopleAround } from '../../server/recount-people.ts';

/** Run by other features before a track is removed, in the same transaction. */
export type BeforeRemoval = (tx: TxCtx, trackId: number) => Promise<void>;

const due = (services: Services, before: Date) =>
  acrossSites(services.db, 'deleted tracks end on every site')
    .selectFrom('track')
    .where('deleted_at', '<=', before)
    .orderBy('deleted_at')
    .select(['site', 'track_id'])
    .execute();

/**
 * Removes tracks deleted thirty days ago, with everything about them: one transaction per track. Files without rows are swept
 * later. Runs each hour.
 */
export const removeDeletedTracks = (beforeRemoval: readonly BeforeRemoval[]): Job =>
  defineJob({
    name: 'end-deleted-tracks',
    input: z.object({}),
    cron: '17 * * * *',
    async run(services) {
      const before = daysBefore(services.clock.now(), restorableDays);
      await eachTrack(services, await due(services, before), async (ctx, trackId) => {
        const people = await inTransaction(ctx, (tx) => removeTrack(tx, trackId, before, beforeRemoval));
        await countInBatches(ctx, people);
      });
    },
  });

/** Checks again under the lock, in case the track was restored. Returns the users whose counters must be recalculated. */
async function removeTrack(
  tx: TxCtx,
  trackId: number,
  before: Date,
  beforeRemoval: readonly BeforeRemoval[],
): Promise<number[]> {
  await lockTrack(tx, trackId);
  const track = await tx.db
    .selectFrom('track')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('deleted_at', '<=', before)
    .select('track_id')
    .executeTakeFirst();
  if (!track) return [];
  const people = await peopleAround(tx.db, tx.site.code, trackId);
  for (const react of beforeRemoval) await react(tx, trackId);
  for (const page of [routes.trackShow(trackId), routes.trackRestore(trackId), routes.trackEdit(trackId)])
    await withdrawGone(tx, { page });
  await tx.db.deleteFrom('track').where('site', '=', tx.site.code).where('track_id', '=', trackId).execute();
  return people;
}
