import { sql } from 'kysely';
import { acrossSites } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { makeBlocks } from '#features/replays/ranking/server/rank-blocks.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';

/** Rows per statement, which stays below every time limit. */
const atOnce = 2000;

/** Adds to a track without replays one by each of the first users, driven at random times in the last days. Returns its id. */
export async function fillTrack({ db, site, clock }: Ctx, replays: number, days: number): Promise<number> {
  const all = acrossSites(db, 'rows are generated');
  const { rows } = await sql<{ track_id: number }>`
    select track_id from track t where site = ${site.code} and is_public and is_listed and not is_beta and replay_type = 0
      and primary_type = 0 and current_version = 1
      and not exists (select from replay r where r.site = t.site and r.track_id = t.track_id) limit 1`.execute(
    all,
  );
  const trackId = rows[0]?.track_id;
  if (trackId === undefined) throw new Error(`No track of ${site.code} is without replays.`);
  // a stored community already has the replays of earlier runs
  const { rows: ids } = await sql<{ last: number }>`
    select greatest(1000000000, max(replay_id))::integer as last from replay where site = ${site.code}`.execute(
    all,
  );
  const lastId = ids[0]?.last;
  await all.transaction().execute(async (tx) => {
    // generated rows are valid, so triggers and foreign-key checks are disabled
    await sql`set local session_replication_role = replica`.execute(tx);
    for (let first = 1; first <= replays; first += atOnce)
      await sql`
        insert into replay (site, replay_id, track_id, track_version, user_id, replay_time_ms, result, replay_at, track_at, is_best,
          contribution, sha256, file_size)
        select ${site.code}, ${lastId}::integer + n, ${trackId}, 1, n, ms, ms, ${clock.now()}::timestamptz - random() * ${days} * interval '1 day',
          ${clock.now()}, true, 1000, md5('bench' || ${lastId}::integer + n) || md5('replay' || n), 9
        from (select n, 30000 + floor(random() * 60000)::integer as ms
          from generate_series(${first}::integer, ${Math.min(replays, first + atOnce - 1)}::integer) n) made`.execute(
        tx,
      );
  });
  await makeBlocks({ db: all, site }, trackId);
  await recountRecords({ db: all, site }, [trackId]);
  await sql`vacuum analyze replay`.execute(all);
  return trackId;
}

/** Inserts a replay of the first version that is not ranked yet. Returns its id. */
export async function insertReplay(
  tx: TxCtx,
  trackId: number,
  userId: number,
  timeMs: number,
): Promise<number> {
  const replayId = nextId('replay', tx.site.code);
  const { rows } = await sql<{ replay_id: number }>`
      with file as (
        insert into blob (sha256, size_bytes, created_at)
        values (encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 9, ${tx.clock.now()}) returning sha256
      )
      insert into replay (site, replay_id, track_id, track_version, user_id, replay_time_ms, result, replay_at, track_at, sha256, file_size)
      select ${tx.site.code}, ${replayId}, ${trackId}, 1, ${userId}, ms, ms, ${tx.clock.now()}, ${tx.clock.now()}, sha256, 9
      from file, (select ${timeMs}::integer as ms) run returning replay_id`.execute(tx.db);
  const [row] = rows;
  if (!row) throw new Error('No replay was inserted.');
  return row.replay_id;
}
