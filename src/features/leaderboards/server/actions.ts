import { sql } from 'kysely';
import type { Placed, ReplayChange } from '#features/replays/ranking/changes.ts';
import { setTrackValue } from '#features/tracks/server/counters.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { contribute, contributedValue } from './contributions.ts';
import { countPacks, recountDrivers } from './recount.ts';
import { recountInBatches } from './refresh.ts';

/** With more ranked drivers than this, a job brings the points of the others up to date within a minute. */
export const updatedAtOnce = 20;

const standardType = 0;

/**
 * Updates track value, points and leaderboards after the ranking of a track changed, in the same transaction: for the driver, for
 * those whose world record or top 10 place changed, and on tracks with few drivers for all.
 */
export async function updateBoards(tx: TxCtx, change: ReplayChange, placed: Placed): Promise<void> {
  const { trackId } = change;
  const track = await tx.db
    .selectFrom('track')
    .where('site', '=', sql.lit(tx.site.code))
    .where('track_id', '=', trackId)
    .select(['replay_type', 'environment', hasSecretRecord(tx.site.code).as('has_secret_record')])
    .executeTakeFirstOrThrow();
  // below a secret record, others are compared with the best result shown, which may have changed
  let isRescored = placed.recordChanged || placed.drivers <= updatedAtOnce || track.has_secret_record;
  if (track.replay_type === standardType) {
    if (change.kind === 'posted' && placed.position !== null)
      await contribute(tx, change.replayId, track.environment, placed.previousBestId);
    isRescored = (await setTrackValue(tx, trackId, contributedValue(tx, trackId))) || isRescored;
  }
  const isSmall = placed.drivers <= updatedAtOnce;
  if (isRescored && !isSmall) await markStale(tx, trackId);
  const others = await ranked(tx, trackId, isRescored && isSmall ? updatedAtOnce : placesNear(placed));
  // drivers are locked before packs
  await Promise.all([
    recountDrivers(tx, [change.userId, ...others]),
    isSmall ? countPacks(tx, trackId) : null,
  ]);
}

const hasSecretRecord = (site: string) =>
  sql<boolean>`exists (select from replay s where s.site = ${sql.lit(site)} and s.replay_id = track.record_replay_id
    and s.secret_until is not null)`;

/** Recalculates everyone on a board: removes the rows of a pack that no longer exists. */
export async function refreshBoardDrivers(ctx: Ctx, board: number): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from leaderboard_row where site = ${ctx.site.code} and board = ${board} order by 1`.execute(
    ctx.db,
  );
  await recountInBatches(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
}

/** How many of the first places must be read to find all whose record or top 10 place may have changed. */
function placesNear({ before, after }: Placed): number {
  const best = Math.min(
    before?.position ?? Number.POSITIVE_INFINITY,
    after?.position ?? Number.POSITIVE_INFINITY,
  );
  return best < 10 ? 11 : 0;
}

/** The drivers of the first places of a track. */
async function ranked({ db, site }: TxCtx, trackId: number, places: number): Promise<number[]> {
  if (places === 0) return [];
  const rows = await db
    .selectFrom('replay')
    .where('site', '=', sql.lit(site.code))
    .where('track_id', '=', trackId)
    .where('is_best', '=', true)
    .orderBy('result')
    .orderBy('replay_at')
    .orderBy('replay_id')
    .limit(places)
    .select('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Leaves the points of a track's ranked drivers to the job. */
async function markStale({ db, site }: TxCtx, trackId: number): Promise<void> {
  await sql`
    insert into board_stale (site, track_id, everyone, noted_at) values (${site.code}, ${trackId}, false, clock_timestamp())
    on conflict (site, track_id) do update set noted_at = excluded.noted_at`.execute(db);
}

/** Leaves the points of all drivers of these tracks to the job. */
export async function markAllStale({ db, site }: TxCtx, trackIds: readonly number[]): Promise<void> {
  await sql`
    insert into board_stale (site, track_id, everyone, noted_at)
    select ${site.code}, t, true, clock_timestamp() from unnest(${[...trackIds]}::integer[]) t
    on conflict (site, track_id) do update set everyone = true, noted_at = excluded.noted_at`.execute(db);
}

/** Recalculates one driver's points, when none or all of their replays are ranked again. */
export const recountDriver = (tx: TxCtx, userId: number): Promise<void> => recountDrivers(tx, [userId]);
