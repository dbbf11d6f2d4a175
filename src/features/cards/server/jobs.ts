import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { defineJob, type Job, type JobCtx } from '#platform/jobs/registry.ts';

/** Cards that were drawn longer ago are removed. They are drawn again if the link is still shared. */
const daysStored = 30;

/** Removes old cards; their files are swept with all others that no row names. */
export async function removeOldCards(ctx: JobCtx): Promise<void> {
  await acrossSites(ctx.db, 'cards of all editions get old')
    .deleteFrom('card')
    .where('drawn_at', '<', daysBefore(ctx.clock.now(), daysStored))
    .execute();
}

export const cardJobs: readonly Job[] = [
  defineJob({ name: 'remove-old-cards', input: z.object({}), cron: '11 4 * * *', run: removeOldCards }),
];
