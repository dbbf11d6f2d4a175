import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';

/** How long an analysed replay may wait to be posted, and a retry to be recognised. */
const retentionDays = 1;
const batchSize = 1000;

/** Removes uploads of replays, posted or not, after a day; their files are removed by the sweep of files. Safe to run twice. */
export const sweepReplayUploads: Job = defineJob({
  name: 'sweep-replay-uploads',
  input: z.object({}),
  cron: '11 4 * * *',
  run: async (ctx) => {
    const db = acrossSites(ctx.db, 'one job removes the old uploads of all editions');
    const before = daysBefore(ctx.clock.now(), retentionDays);
    // in batches: see the sweep of tracks
    while ((await removeSome(db, before)) === batchSize);
  },
});

async function removeSome(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('replay_upload')
    .where((eb) =>
      eb(
        eb.refTuple('site', 'upload_key'),
        'in',
        eb
          .selectFrom('replay_upload')
          .where('created_at', '<', before)
          .select(['site', 'upload_key'])
          .limit(batchSize)
          .forUpdate()
          .skipLocked() // one that is being posted
          .$asTuple('site', 'upload_key'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
