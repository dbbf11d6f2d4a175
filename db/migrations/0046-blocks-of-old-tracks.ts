import { type Kysely, sql } from 'kysely';

/**
 * Migration 0034 left tracks without blocks until their drivers were ranked again: each position on a track with 50,000 drivers was
 * counted from the first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into rank_block (site, track_id, result, replay_at, replay_id, before)
    select site, track_id, result, replay_at, replay_id, before from (
      select r.site, r.track_id, r.result, r.replay_at, r.replay_id,
        row_number() over (partition by r.site, r.track_id order by r.result, r.replay_at, r.replay_id) - 1 as before
      from replay r join (
        select site, track_id from replay where is_best group by 1, 2 having count(*) > 512
        except select site, track_id from rank_block
      ) large on large.site = r.site and large.track_id = r.track_id
      where r.is_best
    ) e where before > 0 and before % 256 = 0`.execute(db);
}

export async function down(): Promise<void> {
  // blocks change no position
}
