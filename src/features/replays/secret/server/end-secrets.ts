import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { countDriven } from '#features/users/server/counters.ts';
import { defineJob } from '#platform/jobs/registry.ts';

/**
 * Every minute, removes the dates until which results were secret, once they have passed. Fields compare the date with the time
 * of the request; orders and filters of tracks, which an index serves, treat a result as secret as long as there is a date. The
 * medals of these results are counted from then on.
 */
export const endSecrets = defineJob({
  name: 'end-secret-results',
  input: z.object({}),
  cron: '* * * * *',
  run: async ({ db, clock }) => {
    await db.transaction().execute(async (tx) => {
      const all = acrossSites(tx, 'secrets end on every site');
      const { rows } = await sql<{ site: string; userId: number; trackId: number; medal: number }>`
        update replay set secret_until = null where secret_until <= ${clock.now()}::timestamptz
        returning site, user_id as "userId", track_id as "trackId", case when is_best then medal else 0 end as medal`.execute(
        all,
      );
      const key = (row: { site: string; userId: number }) => `${row.site} ${String(row.userId).padStart(10)}`;
      // in the order in which others lock users
      for (const { site, userId, trackId, medal } of rows.sort((a, b) => key(a).localeCompare(key(b))))
        await countDriven({ db: tx, site: { code: site } }, userId, {
          trackId,
          replays: 0,
          medalBefore: 0,
          medalAfter: medal,
        });
    });
  },
});
