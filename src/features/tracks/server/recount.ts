import { type RawBuilder, sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';

/** Recalculates comments and awards of tracks, including replies, and the time of the last award. */
export async function recountComments({ db, site }: SiteScope, trackIds: readonly number[]): Promise<void> {
  await sql`
    update track t set awards = c.awards, comments = c.comments, last_awarded_at = c.last_awarded_at
    from (
      select t.track_id, count(*) filter (where c.is_award) as awards,
        count(*) filter (where not c.is_award) as comments,
        max(c.comment_at) filter (where c.is_award) as last_awarded_at
      from track t
      left join comment c on c.site = t.site and c.track_id = t.track_id and c.deleted_at is null
      where t.site = ${site.code} and t.track_id = any(${[...trackIds]}::integer[])
      group by t.track_id
    ) c
    where t.site = ${site.code} and t.track_id = c.track_id`.execute(db);
}

/** The best ranked replay of a track; a medal of the author's is given for the author's result. */
export const firstRanked = (site: string, track: string): RawBuilder<unknown> => sql`
  select r.replay_id, r.replay_time_ms, r.replay_score, r.respawns, r.user_id, r.replay_at, r.medal
  from replay r where r.site = ${sql.lit(site)} and r.track_id = ${sql.ref(`${track}.track_id`)} and r.is_best
  order by r.result, r.replay_at, r.replay_id limit 1`;

/** Recalculates the record of tracks and the number of drivers; requires ranked replays. */
export async function recountRecords({ db, site }: SiteScope, trackIds: readonly number[]): Promise<void> {
  await sql`
    update track t set replays = c.replays, record_replay_id = c.replay_id, record_time_ms = c.replay_time_ms,
      record_score = c.replay_score, record_respawns = c.respawns, record_user_id = c.user_id, record_at = c.replay_at,
      author_time_beaten = c.author_beaten
    from (
      select t.track_id, best.replay_id, best.replay_time_ms, best.replay_score, coalesce(best.respawns, 0) as respawns,
        best.user_id, best.replay_at,
        (select count(*) from replay r where r.site = ${sql.lit(site.code)} and r.track_id = t.track_id and r.is_best) as replays,
        coalesce(best.medal = 4, false) as author_beaten
      from track t left join lateral (${firstRanked(site.code, 't')}) best on true
      where t.site = ${site.code} and t.track_id = any(${[...trackIds]}::integer[])
    ) c
    where t.site = ${site.code} and t.track_id = c.track_id`.execute(db);
}
