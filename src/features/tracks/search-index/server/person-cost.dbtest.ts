import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { acrossSites } from '#db/for-site.ts';
import { bigDb } from '#testing/big-db.ts';
import { rowsRead } from '#testing/rows-read.ts';
import { type Activity, activityRows } from '../../list/server/person-tracks.ts';

/** User 1 is the most active one. */
const { db } = await bigDb(6);

test.each<Activity>(['awardedby', 'commentedby', 'replaysby', 'positions', 'indownloads'])(
  'after a change of one track only the activity on that track is read, also with the plan for any user: %s',
  async (activity) => {
    const all = acrossSites(db, 'the statement names its site');
    await all.transaction().execute(async (tx) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
      const { sql: text, parameters } = activityRows(activity, 'tmnf', [1], [500], true).compile(tx);
      await sql.raw(`prepare ${activity} as ${text}`).execute(tx);
      const values = parameters.map((value) => (Array.isArray(value) ? `'{${value}}'` : value));
      const { rows, entries } = await rowsRead(tx, { text: `execute ${activity}(${values})`, values: [] });
      expect(rows + entries).toBeLessThan(100);
    });
  },
);
