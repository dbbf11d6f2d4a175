import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { addUnsettled, takeUnsettled } from '#features/tracks/server/counters.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { type ExportPart, inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';
import { eraseClaims, handOverClaims, ownClaims } from '../logins/server/personal.ts';
import { lockBoards, rankBoards } from '../online/server/boards.ts';
import { rankReplays } from '../ranking/server/rank.ts';

/** Tracks ranked again, and replays erased, in one transaction. */
const [tracksAtOnce, replaysAtOnce] = [20, 500];

export interface ReplayDataReactions {
  /** the tracks were ranked again, so that points must be updated */
  readonly onRanked: (tx: TxCtx, trackIds: readonly number[]) => Promise<void>;
  /** none of the user's replays is ranked any more */
  readonly onHidden: (tx: TxCtx, userId: number) => Promise<void>;
}

/**
 * Replays, online records and logins of the games. With their tracks, users choose whether replays stay under "Deleted user".
 * Online records show a login and cannot stay without a name, so they are always removed.
 */
export const replayData = ({ onRanked, onHidden }: ReplayDataReactions): PersonalData => ({
  name: 'replays',
  covers: [
    'game_login.user_id',
    'login_claim.user_id',
    'login_claim.holder_id',
    'online_record.sent_by',
    'record_server.user_id',
    'replay.user_id',
    'replay_upload.user_id',
  ],

  async hide(tx, userId, { tracks }) {
    await sql`update online_record set removed_at = ${tx.clock.now()}, hidden_with_account = true, is_shown = false
      where site = ${tx.site.code} and removed_at is null and ${isOwnLogin(tx, userId)}`.execute(tx.db);
    await addUnsettled(tx, 'online', drivenOnline(tx, userId));
    if (tracks === 'kept') return;
    await sql`update replay set deleted_at = ${tx.clock.now()}, is_best = false, top_position = null,
        hidden_with_account = true
      where site = ${tx.site.code} and user_id = ${userId} and deleted_at is null`.execute(tx.db);
    await addUnsettled(tx, 'replays', hiddenOn(tx, userId));
    await onHidden(tx, userId);
  },

  async show(tx, userId) {
    await sql`update online_record set removed_at = null, hidden_with_account = false
      where site = ${tx.site.code} and hidden_with_account and ${isOwnLogin(tx, userId)}`.execute(tx.db);
    await addUnsettled(tx, 'online', drivenOnline(tx, userId));
    await addUnsettled(tx, 'replays', hiddenOn(tx, userId));
    await sql`update replay set deleted_at = null, hidden_with_account = false
      where site = ${tx.site.code} and user_id = ${userId} and hidden_with_account`.execute(tx.db);
  },

  async settle(tx) {
    const online = await takeUnsettled(tx, 'online', tracksAtOnce);
    await rankOnline(tx, online);
    const trackIds = await takeUnsettled(tx, 'replays', tracksAtOnce);
    if (trackIds.length === 0) return online.length > 0;
    for (const trackId of trackIds) await rankReplays(tx, trackId);
    await recountRecords(tx, trackIds);
    await onRanked(tx, trackIds);
    return true;
  },

  async erase(tx, userId, { tracks }) {
    const own = sql`site = ${tx.site.code} and user_id = ${userId}`;
    await sql`delete from online_record where site = ${tx.site.code} and ${isOwnLogin(tx, userId)}
      and hidden_with_account`.execute(tx.db);
    await sql`update online_record set sent_by = null where site = ${tx.site.code} and sent_by = ${userId}`.execute(
      tx.db,
    );
    await sql`delete from record_server where ${own}`.execute(tx.db);
    await eraseClaims(tx, userId);
    await sql`delete from game_login where ${own}`.execute(tx.db);
    await sql`delete from replay_upload where ${own}`.execute(tx.db);
    // a replay that the user had deleted before is removed with either choice
    const { numAffectedRows = 0n } = await sql`
      delete from replay where site = ${tx.site.code} and replay_id in (
        select replay_id from replay where ${own} and (deleted_at is not null or ${tracks === 'removed'})
        limit ${replaysAtOnce})`.execute(tx.db);
    await sql`update replay set driver_login = null where ${own} and driver_login is not null`.execute(tx.db);
    return numAffectedRows === BigInt(replaysAtOnce);
  },

  async handOver(tx, from, to) {
    const here = sql`site = ${tx.site.code}`;
    await addUnsettled(tx, 'replays', sql`select track_id from replay where ${here} and user_id = ${from}`);
    // a driver is ranked once on a track: `settle` decides with which replay
    await sql`update replay r set is_best = false, top_position = null
      where r.${here} and r.user_id = ${from} and r.is_best and exists (select from replay o
        where o.site = r.site and o.track_id = r.track_id and o.user_id = ${to} and o.is_best)`.execute(
      tx.db,
    );
    await sql`update replay set user_id = ${to}, deleted_by = case when deleted_by = ${from} then ${to} else deleted_by end
      where ${here} and user_id = ${from}`.execute(tx.db);
    await sql`update game_login set user_id = ${to} where ${here} and user_id = ${from}`.execute(tx.db);
    await handOverClaims(tx, from, to);
    await onHidden(tx, from);
  },

  async *exported(ctx, userId) {
    yield jsonPart('logins.json', await ownLogins(ctx, userId));
    yield jsonPart('login-claims.json', await ownClaims(ctx, userId));
    yield jsonPart('replays.json', ownReplays(ctx, userId));
    yield* replayFiles(ctx, userId);
  },
});

const hiddenOn = (tx: TxCtx, userId: number) =>
  sql`select track_id from replay where site = ${tx.site.code} and user_id = ${userId} and hidden_with_account`;

/** The tracks on which the user's logins have records. */
const drivenOnline = (tx: TxCtx, userId: number) =>
  sql`select v.track_id from online_record o join track_version v on v.site = o.site and v.uid = o.uid
    where o.site = ${tx.site.code} and v.site = ${tx.site.code} and ${isOwnLogin(tx, userId)}`;

async function rankOnline(tx: TxCtx, trackIds: readonly number[]): Promise<void> {
  if (trackIds.length === 0) return;
  await lockBoards(tx);
  const versions = await forSite(tx, 'track_version')
    .where('track_id', 'in', trackIds)
    .select('uid')
    .execute();
  await rankBoards(
    tx,
    versions.map(({ uid }) => uid),
  );
}

const isOwnLogin = (tx: TxCtx, userId: number) => sql`lower(login) = any(array(
  select login_key from game_login where site = ${tx.site.code} and user_id = ${userId}))`;

const ownLogins = (ctx: Ctx, userId: number) =>
  forSite(ctx, 'game_login')
    .where('user_id', '=', userId)
    .orderBy('bound_at')
    .select(['login as Login', 'bound_at as BoundAt', 'proof as Proof', 'replay_id as ReplayId'])
    .execute();

const replayPages = (ctx: Ctx, userId: number) =>
  inPages((last: { replay_id: number } | undefined, limit) =>
    forSite(ctx, 'replay')
      .where('user_id', '=', userId)
      .where('replay_id', '>', last?.replay_id ?? 0)
      .orderBy('replay_id')
      .limit(limit)
      .select([
        'replay_id',
        'track_id',
        'replay_time_ms',
        'replay_score',
        'respawns',
        'replay_at',
        'driver_login',
        'secret_until',
        'deleted_at',
        'sha256',
        'file_size',
      ])
      .execute(),
  );

async function* ownReplays(ctx: Ctx, userId: number): AsyncGenerator<object> {
  for await (const row of replayPages(ctx, userId))
    yield {
      ReplayId: row.replay_id,
      TrackId: row.track_id,
      ReplayTime: row.replay_time_ms,
      ReplayScore: row.replay_score,
      ReplayRespawns: row.respawns,
      ReplayAt: row.replay_at,
      DriverLogin: row.driver_login,
      SecretUntil: row.secret_until,
      DeletedAt: row.deleted_at,
    };
}

async function* replayFiles(ctx: Ctx, userId: number): AsyncGenerator<ExportPart> {
  for await (const row of replayPages(ctx, userId))
    yield {
      name: `replays/track ${row.track_id}_(${row.replay_id}).Replay.Gbx`,
      sha256: row.sha256,
      sizeBytes: row.file_size,
      modifiedAt: row.replay_at,
    };
}
