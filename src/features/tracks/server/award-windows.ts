import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { defineJob } from '#platform/jobs/registry.ts';

/**
 * Counts the awards of the last 7 and 30 days of a site's tracks, as of `now`; writes only what changed. Called with the track
 * when an award is given; the job lets old awards expire.
 */
export async function countRecentAwards(
  db: Kysely<Database>,
  site: string,
  now: Date,
  trackId: number | null = null,
): Promise<void> {
  await sql`
    with recent as (
      select c.track_id, count(*) filter (where c.comment_at > ${now}::timestamptz - interval '7 days') as week,
        count(*) as month
      from comment c where c.site = ${site} and c.is_award and c.deleted_at is null
        and c.comment_at > ${now}::timestamptz - interval '30 days' and c.comment_at <= ${now}::timestamptz
        and (${trackId}::integer is null or c.track_id = ${trackId}::integer)
      group by c.track_id
    ), wanted as (
      select t.track_id, coalesce(l.week, 0) as week, coalesce(l.month, 0) as month
      from (select track_id from recent union
        select track_id from track where site = ${site} and awards_month > 0
          and (${trackId}::integer is null or track_id = ${trackId}::integer)) t
      left join recent l on l.track_id = t.track_id
    )
    update track t set awards_week = w.week, awards_month = w.month from wanted w
    where t.site = ${site} and t.track_id = w.track_id and (t.awards_week, t.awards_month) <> (w.week, w.month)`.execute(
    db,
  );
}

/** Keeps orders 21 to 24 up to date. */
export const refreshRecentAwards = defineJob({
  name: 'track-awards-lately',
  input: z.object({}),
  cron: '*/10 * * * *',
  run: async ({ db, sites, clock }) => {
    for (const { code } of sites) await countRecentAwards(db, code, clock.now());
  },
});
