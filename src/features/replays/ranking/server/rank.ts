import { type RawBuilder, sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { countRanked, lockTrack } from '#features/tracks/server/counters.ts';
import { countDriven } from '#features/users/server/counters.ts';
import type { TxCtx } from '#platform/context.ts';
import type { Placed, ReplayChange } from '../changes.ts';
import { makeBlocks, moveInBlocks, positionAt, type RankKey } from './rank-blocks.ts';

/** Run by other features after the board of a track was updated, in the same transaction. */
export type OnReplayChange = (tx: TxCtx, change: ReplayChange, placed: Placed) => Promise<void>;

/** Positions that are stored with a replay, because counters and lists need them. */
export const topPlaces = 10;

interface DriverRow extends RankKey {
  readonly medal: number;
  readonly isBest: boolean;
  readonly isDeleted: boolean;
  readonly isBeaten: boolean;
  readonly isCurrent: boolean;
  readonly isSecret: boolean;
}

/** The medal that counters include: that of a secret result would reveal it. */
const countedMedal = (row: DriverRow | null) => (row && !row.isSecret ? row.medal : 0);

/** How a change counts among the replays of the driver: revoked ones stay listed. */
const listed = { posted: 1, restored: 1, deleted: -1, revoked: 0, released: 0 } as const;

/**
 * Updates the board of a track after a replay was inserted, deleted, restored, revoked or released in this transaction: which replays are ranked and
 * since when others are beaten, the record, and the counters of track and driver. Its cost does not grow with the number of
 * drivers. Lock the track with `lockTrack` before the row is written, otherwise two posts to one track would wait for each
 * other. A deleted row is written with `is_best` false.
 */
export async function placeReplay(tx: TxCtx, change: ReplayChange): Promise<Placed> {
  const { trackId, replayId, userId, kind } = change;
  const [, rows] = await Promise.all([lockTrack(tx, trackId), driverRows(tx, change)]);
  const was = (row: DriverRow) =>
    kind === 'deleted' && row.replayId === replayId ? row.isCurrent && !row.isBeaten : row.isBest;
  const from = rows.find(was) ?? null;
  const to = rows.find((row) => row.isCurrent && !row.isDeleted) ?? null; // sorted, the best first
  // each of these needs the ones before it
  const [before, , { recordId, previousRecordId, drivers }, , after] = await Promise.all([
    from && placeOf(tx, trackId, from),
    // a new replay can only have replaced the one that was ranked
    markDriver(tx, change, to, kind === 'posted' ? [replayId, from?.replayId ?? replayId] : null),
    countRanked(tx, trackId, (to ? 1 : 0) - (from ? 1 : 0), kind === 'posted'),
    from?.replayId !== to?.replayId ? moveInBlocks(tx, trackId, from, to) : null,
    to && placeOf(tx, trackId, to),
  ]);
  const isNearTop = Math.min(before?.position ?? topPlaces, after?.position ?? topPlaces) < topPlaces;
  await Promise.all([
    isNearTop ? markTop(tx, trackId) : null,
    countDriven(tx, userId, {
      trackId,
      replays: listed[kind],
      medalBefore: countedMedal(from),
      medalAfter: countedMedal(to),
    }),
  ]);
  const isRanked = after?.replayId === replayId;
  return {
    position: isRanked ? after.position : null,
    before,
    after,
    previousBestId: isRanked && before && before.replayId !== replayId ? before.replayId : null,
    isRecord: recordId === replayId,
    recordChanged: recordId !== previousRecordId,
    drivers,
  };
}

async function placeOf(tx: TxCtx, trackId: number, key: RankKey) {
  const { rows } = await sql<{ position: number }>`
    select ${positionAt(tx.site.code, trackId, key)} as position`.execute(tx.db);
  return { replayId: key.replayId, position: rows[0]?.position ?? 0 };
}

/** The driver's replays on the track, the best first. */
async function driverRows(
  { db, site }: SiteScope,
  { trackId, userId }: ReplayChange,
): Promise<readonly DriverRow[]> {
  const { rows } = await sql<DriverRow>`
    select r.replay_id as "replayId", r.result::text as "result", r.replay_at::text as "replayAt", r.medal,
      r.is_best as "isBest", r.deleted_at is not null as "isDeleted", r.beaten_at is not null as "isBeaten",
      r.track_version = t.current_version and r.revoked_at is null as "isCurrent",
      r.secret_until is not null as "isSecret"
    from replay r join track t on t.site = r.site and t.track_id = r.track_id
    where r.site = ${sql.lit(site.code)} and r.track_id = ${trackId} and r.user_id = ${userId}
    order by r.result, r.replay_at, r.replay_id`.execute(db);
  return rows;
}

/** Marks which replay of a driver is ranked (`to`) and when the others were beaten; `only`: of these replays. */
async function markDriver(
  { db, site }: SiteScope,
  { trackId, userId }: ReplayChange,
  to: RankKey | null,
  only: readonly number[] | null,
): Promise<void> {
  const mine = sql`r.site = ${sql.lit(site.code)} and r.track_id = ${trackId} and r.user_id = ${userId}
    and (${only}::integer[] is null or r.replay_id = any(${only}::integer[]))`;
  const unmark = sql`
    update replay r set is_best = false, top_position = null, beaten_at = b.beaten_at
    from (${beaten(site.code, mine)}) b
    where ${mine} and r.replay_id = b.replay_id and r.replay_id is distinct from ${to?.replayId ?? null}::integer
      and (r.is_best or r.top_position is not null or r.beaten_at is distinct from b.beaten_at)`;
  const mark =
    to &&
    sql`
    update replay r set is_best = true, is_outdated = false, beaten_at = null
    where ${mine} and r.replay_id = ${to.replayId} and not r.is_best`;
  // in this order, because a driver cannot have two
  await Promise.all([unmark.execute(db), mark?.execute(db)]);
}

/** Stores the positions of the first ten of a track. */
async function markTop({ db, site }: SiteScope, trackId: number): Promise<void> {
  await sql`
    update replay r set top_position = n.top_position
    from (
      select replay_id, nullif(least(row_number() over (order by result, replay_at, replay_id) - 1, ${topPlaces}::integer),
        ${topPlaces}::integer)::integer as top_position
      from (
        select replay_id, result, replay_at from replay
        where site = ${sql.lit(site.code)} and track_id = ${trackId} and is_best
        order by result, replay_at, replay_id limit ${topPlaces + 1}::integer
      ) first
    ) n
    where r.site = ${sql.lit(site.code)} and r.replay_id = n.replay_id and r.top_position is distinct from n.top_position`.execute(
    db,
  );
}

/**
 * Ranks the replays of a track again: each driver's best on the current version, sorted by result, then age, then id. Deleted
 * replays are ignored; those of older versions are marked. Writes only what changed.
 */
export async function rankReplays({ db, site }: SiteScope, trackId: number): Promise<void> {
  const here = sql`r.site = ${sql.lit(site.code)} and r.track_id = ${trackId}`;
  const ranked = sql`
    select distinct on (r.user_id) r.replay_id
    from replay r join track t on t.site = r.site and t.track_id = r.track_id
    where ${here} and r.track_version = t.current_version and r.deleted_at is null and r.revoked_at is null
    order by r.user_id, r.result, r.replay_at, r.replay_id`;
  await sql`
    update replay r set is_outdated = r.track_version <> t.current_version from track t
    where ${here} and t.site = r.site and t.track_id = r.track_id
      and r.is_outdated <> (r.track_version <> t.current_version)`.execute(db);
  // first unmark the former bests, because a driver cannot have two
  await sql`
    update replay r set is_best = false, top_position = null
    where ${here} and (r.is_best or r.top_position is not null)
      and r.replay_id not in (${ranked})`.execute(db);
  await sql`
    update replay r set beaten_at = b.beaten_at from (${beaten(site.code, here)}) b
    where ${here} and r.replay_id = b.replay_id and r.beaten_at is distinct from b.beaten_at`.execute(db);
  await sql`update replay r set is_best = true where ${here} and not r.is_best and r.replay_id in (${ranked})`.execute(
    db,
  );
  await sql`
    update replay r set top_position = null from (
      select replay_id, row_number() over (order by result, replay_at, replay_id) as place
      from replay where site = ${sql.lit(site.code)} and track_id = ${trackId} and is_best
    ) n
    where ${here} and r.replay_id = n.replay_id and n.place > ${topPlaces}::integer and r.top_position is not null`.execute(
    db,
  );
  await markTop({ db, site }, trackId);
  await makeBlocks({ db, site }, trackId);
}

/**
 * When each replay `r` was beaten: when its driver drove a better one on the same version, or when its version stopped being current.
 * One that was not better than an earlier one was beaten at once, and so is a revoked one, which therefore was on no board of the
 * past either. Deleted and revoked replays beat nothing.
 */
const beaten = (site: string, which: RawBuilder<unknown>) => sql`
  select r.replay_id, case when r.deleted_at is not null then null when r.revoked_at is not null then r.replay_at
      when n.at is not null then greatest(r.replay_at, n.at) end as beaten_at
  from replay r cross join lateral (select least(
    (select min(s.replay_at) from replay s
      where s.site = ${sql.lit(site)} and s.track_id = r.track_id and s.user_id = r.user_id and s.track_version = r.track_version
        and s.deleted_at is null and s.revoked_at is null and (s.result, s.replay_at, s.replay_id) < (r.result, r.replay_at, r.replay_id)),
    (select coalesce(o.retired_at, (select v.uploaded_at from track_version v
        where v.site = ${sql.lit(site)} and v.track_id = r.track_id and v.version = r.track_version + 1))
      from track_version o join track t on t.site = o.site and t.track_id = o.track_id
      where o.site = ${sql.lit(site)} and o.track_id = r.track_id and o.version = r.track_version
        and o.version <> t.current_version)) as at) n
  where ${which}`;

/** A track has a new file: older replays stay listed but lose their position and points. */
export async function retireReplays(tx: TxCtx, trackId: number): Promise<void> {
  await rankReplays(tx, trackId);
}
