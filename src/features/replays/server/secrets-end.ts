import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { defineJob } from '#platform/jobs/registry.ts';

/**
 * Each minute: removes the dates until which results were secret, once they have passed. Fields compare the date with the time of the
 * request; orders and filters of tracks, which an index serves, treat a result as secret as long as there is a date.
 */
export const endSecrets = defineJob({
  name: 'end-secret-results',
  input: z.object({}),
  cron: '* * * * *',
  run: async ({ db, clock }) => {
    await sql`update replay set secret_until = null where secret_until <= ${clock.now()}::timestamptz`.execute(
      acrossSites(db, 'secrets end on every site'),
    );
  },
});
