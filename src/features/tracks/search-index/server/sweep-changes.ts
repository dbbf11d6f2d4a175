import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { retentionMinutes } from './change-feed.ts';

/** Deletes old entries of the log of changed tracks. */
export const sweepTrackChanges = defineJob({
  name: 'track-changes-sweep',
  input: z.object({}),
  cron: '*/15 * * * *',
  run: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - retentionMinutes * minuteMs);
    await acrossSites(db, 'the log is one for all sites')
      .deleteFrom('track_change')
      .where('changed_at', '<', before)
      .execute();
  },
});
