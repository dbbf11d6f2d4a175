import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { SiteScope } from '#db/for-site.ts';
import { keepsPlans } from '#db/plans.ts';
import type { TxCtx } from '#platform/context.ts';
import { lockOf } from '#platform/lock.ts';
import { countRecentAwards } from './award-windows.ts';
import { firstRanked, recountComments } from './recount.ts';

/**
 * Locks a track for the rest of the transaction: changes that depend on its state (public, counters) are serialised. Returns
 * false if it does not exist. `key`: one that is locked before, as by lockUntilCommit.
 */
export async function lockTrack(tx: SiteScope, trackId: number, key?: string): Promise<boolean> {
  const track = sql`track where site = ${sql.lit(tx.site.code)} and track_id = ${trackId} for no key update of track`;
  const { rows } =
    key === undefined
      ? await sql`select from ${track}`.execute(tx.db)
      : await sql`with locked as materialized (select ${lockOf(key)}, ${keepsPlans()}) select from locked cross join ${track}`.execute(
          tx.db,
        );
  return rows.length > 0;
}

/** Counts a new comment or award within the statement that inserts it; the track must be locked. Changes a single row. */
export const countedComment = (
  db: QueryCreator<Database>,
  { site, trackId, isAward, at }: { site: string; trackId: number; isAward: boolean; at: Date },
) =>
  db
    .updateTable('track')
    .where('site', '=', sql.lit(site))
    .where('track_id', '=', trackId)
    .set((eb) =>
      isAward
        ? {
            awards: eb('awards', '+', 1),
            awards_week: eb('awards_week', '+', 1),
            awards_month: eb('awards_month', '+', 1),
            last_awarded_at: at,
            activity_at: at,
          }
        : { comments: eb('comments', '+', 1), activity_at: at },
    );

/**
 * Adds `by` to the comments or awards of a locked track. Belongs in the transaction that writes or removes the comment, because a
 * concurrent recount of the track's authors adds up the counters of their tracks. Dates and recent awards follow with `recountTrackComments`.
 */
export async function addComments(tx: TxCtx, trackId: number, isAward: boolean, by: 1 | -1): Promise<void> {
  await tx.db
    .updateTable('track')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .set((eb) => (isAward ? { awards: eb('awards', '+', by) } : { comments: eb('comments', '+', by) }))
    .execute();
}

/** Recalculates the counters of a locked track after a comment or award was removed or restored. */
export async function recountTrackComments(tx: TxCtx, trackId: number, isAward: boolean): Promise<void> {
  await recountComments(tx, [trackId]);
  if (isAward) await countRecentAwards(tx.db, tx.site.code, tx.clock.now(), trackId);
}

/** Recalculates the counters of locked tracks after many comments and awards were hidden, shown or erased. */
export async function recountAfterComments(tx: TxCtx, trackIds: readonly number[]): Promise<void> {
  await recountComments(tx, trackIds);
  await countRecentAwards(tx.db, tx.site.code, tx.clock.now());
}

interface RankedCount {
  readonly recordId: number | null;
  readonly previousRecordId: number | null;
  readonly drivers: number;
}

/**
 * Adds `by` to the ranked drivers of a locked track and updates its record. Changes a single row, and with the record that of its file:
 * another run may number the checkpoints of its drawing.
 */
export async function countRanked(
  tx: TxCtx,
  trackId: number,
  by: number,
  isActivity: boolean,
): Promise<RankedCount> {
  const { rows } = await sql<RankedCount>`
    with counted as (update track t set replays = old.replays + ${by}::integer, record_replay_id = best.replay_id,
      record_time_ms = best.replay_time_ms, record_score = best.replay_score, record_respawns = coalesce(best.respawns, 0),
      record_user_id = best.user_id, record_at = best.replay_at, author_time_beaten = coalesce(best.medal = 4, false),
      activity_at = case when ${isActivity}::boolean then ${tx.clock.now()}::timestamptz else old.activity_at end
    from track old left join lateral (${firstRanked(tx.site.code, 'old')}) best on true
    where t.site = ${sql.lit(tx.site.code)} and t.track_id = ${trackId} and old.site = t.site and old.track_id = t.track_id
    returning best.replay_id as "recordId", old.record_replay_id as "previousRecordId", t.replays as drivers, t.current_version),
    again as (update track_version f set drawing_again_at = ${tx.clock.now()}::timestamptz from counted
      where f.site = ${sql.lit(tx.site.code)} and f.track_id = ${trackId} and f.version = counted.current_version
        and counted."recordId" is distinct from counted."previousRecordId")
    select "recordId", "previousRecordId", drivers from counted`.execute(tx.db);
  const [counted] = rows;
  if (!counted) throw new Error(`There is no track ${tx.site.code}/${trackId}.`);
  return counted;
}

/** Sets the value of a locked track: the sum of the largest contributions of its drivers, a query. Returns whether it changed. */
export async function setTrackValue(
  { db, site }: SiteScope,
  trackId: number,
  value: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update track t set track_value = n.value from (${value}) n (value)
    where t.site = ${sql.lit(site.code)} and t.track_id = ${trackId} and t.track_value <> n.value`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

type Part = Database['unsettled_track']['part'];

/** Stores which tracks must be recalculated; `trackIds` is a query. */
export async function addUnsettled(
  { db, site }: SiteScope,
  part: Part,
  trackIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into unsettled_track (site, part, track_id)
    select distinct ${site.code}, ${part}, n.track_id from (${trackIds}) n on conflict do nothing`.execute(
    db,
  );
}

/** Takes some of the tracks that must be recalculated, locked in id order to avoid deadlocks. */
export async function takeUnsettled({ db, site }: SiteScope, part: Part, most: number): Promise<number[]> {
  const { rows } = await sql<{ track_id: number }>`
    delete from unsettled_track where site = ${site.code} and part = ${part} and track_id in (
      select track_id from unsettled_track where site = ${site.code} and part = ${part}
      order by track_id limit ${most}::integer for update skip locked
    ) returning track_id`.execute(db);
  const trackIds = rows.map(({ track_id }) => track_id).sort((a, b) => a - b);
  await sql`select from track where site = ${site.code} and track_id = any(${trackIds}::integer[])
    order by track_id for no key update`.execute(db);
  return trackIds;
}
