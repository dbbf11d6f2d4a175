import { type RawBuilder, sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { holdTrack } from '#features/tracks/server/counters.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import type { TxCtx } from '#platform/context.ts';
import type { Placed, RankedReplay, ReplayChange } from '../changes.ts';

/** Run by other features after the board of a track was updated, in the same transaction. */
export type OnReplayChange = (tx: TxCtx, change: ReplayChange, placed: Placed) => Promise<void>;

/**
 * Updates the board of a track after a replay was inserted, deleted or restored in this transaction: which replays are ranked and
 * since when others are beaten, their positions, the record and the number of drivers. Lock the track with `holdTrack` before
 * the row is written; otherwise two posts to one track would wait for each other.
 */
export async function placeReplay(tx: TxCtx, change: ReplayChange): Promise<Placed> {
  await holdTrack(tx, change.trackId);
  const before = await rankedOf(tx, change);
  const record = await recordOf(tx, change.trackId);
  await rankReplays(tx, change.trackId);
  await recountRecords(tx, [change.trackId]);
  const after = await rankedOf(tx, change);
  const now = await recordOf(tx, change.trackId);
  const isRanked = after?.replayId === change.replayId;
  return {
    position: isRanked ? after.position : null,
    before,
    after,
    previousBestId: isRanked && before && before.replayId !== after.replayId ? before.replayId : null,
    isRecord: now?.record_replay_id === change.replayId,
    recordChanged: now?.record_replay_id !== record?.record_replay_id,
    drivers: now?.replays ?? 0,
  };
}

async function rankedOf({ db, site }: SiteScope, change: ReplayChange): Promise<RankedReplay | null> {
  const ranked = await db
    .selectFrom('replay')
    .where('site', '=', site.code)
    .where('track_id', '=', change.trackId)
    .where('user_id', '=', change.userId)
    .where('is_best', '=', true)
    .select(['replay_id', 'position'])
    .executeTakeFirst();
  return ranked ? { replayId: ranked.replay_id, position: ranked.position ?? 0 } : null;
}

const recordOf = ({ db, site }: SiteScope, trackId: number) =>
  db
    .selectFrom('track')
    .where('site', '=', site.code)
    .where('track_id', '=', trackId)
    .select(['record_replay_id', 'replays'])
    .executeTakeFirst();

/**
 * Ranks the replays of a track again: each driver's best on the current version, sorted by result, then age, then id. Deleted
 * replays are ignored; those of older versions are marked. Writes only what changed.
 */
export async function rankReplays({ db, site }: SiteScope, trackId: number): Promise<void> {
  const ranked = sql`
    select b.replay_id, (row_number() over (order by b.result, b.replay_at, b.replay_id) - 1)::integer as position
    from (
      select distinct on (r.user_id) r.replay_id, r.result, r.replay_at
      from replay r join track t on t.site = r.site and t.track_id = r.track_id
      where r.site = ${site.code} and r.track_id = ${trackId} and r.track_version = t.current_version
        and r.deleted_at is null
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
    update replay r set beaten_at = b.beaten_at
    from (${beaten(sql`r.site = ${site.code} and r.track_id = ${trackId}`)}) b
    where r.site = ${site.code} and r.track_id = ${trackId} and r.replay_id = b.replay_id
      and r.beaten_at is distinct from b.beaten_at`.execute(db);
  await sql`
    update replay r set is_best = true, position = b.position from (${ranked}) b
    where r.site = ${site.code} and r.track_id = ${trackId} and r.replay_id = b.replay_id
      and (not r.is_best or r.position is distinct from b.position)`.execute(db);
}

/**
 * When each replay `r` was beaten: when its driver drove a better one on the same version, or when the next version was uploaded.
 * One that was not better than an earlier one was beaten at once. Deleted replays beat nothing and are not beaten.
 */
const beaten = (which: RawBuilder<unknown>) => sql`
  select r.replay_id, case when r.deleted_at is null and n.at is not null then greatest(r.replay_at, n.at) end as beaten_at
  from replay r cross join lateral (select least(
    (select min(s.replay_at) from replay s
      where s.site = r.site and s.track_id = r.track_id and s.user_id = r.user_id and s.track_version = r.track_version
        and s.deleted_at is null and (s.result, s.replay_at, s.replay_id) < (r.result, r.replay_at, r.replay_id)),
    (select v.uploaded_at from track_version v
      where v.site = r.site and v.track_id = r.track_id and v.version = r.track_version + 1)) as at) n
  where ${which}`;
