import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';

/**
 * Ranks the replays of a track again: each driver's best on the current version, sorted by result, then age, then id. Replays of
 * older versions are marked. Writes only what changed.
 */
export async function rankReplays({ db, site }: SiteScope, trackId: number): Promise<void> {
  const ranked = sql`
    select b.replay_id, (row_number() over (order by b.result, b.replay_at, b.replay_id) - 1)::integer as position
    from (
      select distinct on (r.user_id) r.replay_id, r.result, r.replay_at
      from replay r join track t on t.site = r.site and t.track_id = r.track_id
      where r.site = ${site.code} and r.track_id = ${trackId} and r.track_version = t.current_version
      order by r.user_id, r.result, r.replay_at, r.replay_id
    ) b`;
  await sql`
    update replay r set is_outdated = r.track_version <> t.current_version from track t
    where r.site = ${site.code} and r.track_id = ${trackId} and t.site = r.site and t.track_id = r.track_id
      and r.is_outdated <> (r.track_version <> t.current_version)`.execute(db);
  // first unmark the old bests, because a driver cannot have two
  await sql`
    update replay r set is_best = false, position = null
    where r.site = ${site.code} and r.track_id = ${trackId} and (r.is_best or r.position is not null)
      and not exists (select from (${ranked}) b where b.replay_id = r.replay_id)`.execute(db);
  await sql`
    update replay r set is_best = true, position = b.position from (${ranked}) b
    where r.site = ${site.code} and r.track_id = ${trackId} and r.replay_id = b.replay_id
      and (not r.is_best or r.position is distinct from b.position)`.execute(db);
}
