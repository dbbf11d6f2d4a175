import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { defineJob } from '#platform/jobs/registry.ts';

/** Updates the tints of supporters, because their time begins and ends without a write. */
export const refreshTints = defineJob({
  name: 'refresh-tints',
  input: z.object({}),
  cron: '7 0 * * *',
  async run({ db, clock }) {
    const now = sql<Date>`${clock.now()}::timestamptz`;
    await sql`
      update profile p set tint = profile_tint(p.account_id, p.site, ${now})
      where p.closed_at is null and (p.tint = 1 or p.account_id in (select account_id from account where supporter_until > ${now}))
        and p.tint <> profile_tint(p.account_id, p.site, ${now})`.execute(
      acrossSites(db, 'supporters have a profile on each site'),
    );
  },
});
