import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { changeDays } from '../model.ts';

/** Deletes old changes; the log then begins later, so that nobody continues from before. */
export const sweepChanges = defineJob({
  name: 'changes-sweep',
  input: z.object({}),
  cron: '41 3 * * *',
  run: async ({ db, clock }) => {
    const before = (clock.now().getTime() - changeDays * dayMs) * 1000;
    const everywhere = acrossSites(db, 'the log of public changes is for all editions');
    await sql`with swept as (delete from public_change where number < ${before} returning 1)
      insert into public_change (number, kind, id, act, changed_at)
      select ${before}, 'beginning', 0, 'updated', ${clock.now()} where exists (select from swept)
      on conflict (number) do nothing`.execute(everywhere);
  },
});
