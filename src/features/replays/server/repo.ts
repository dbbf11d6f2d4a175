import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';

const columns = [
  'replay_id',
  'track_id',
  'user_id',
  'replay_time_ms',
  'respawns',
  'replay_score',
  'replay_at',
  'secret_until',
  'sha256',
  'is_outdated',
  'driver_login',
  'deleted_at',
  'deleted_by',
  'deletion_reason',
  'revoked_at',
] as const;

/**
 * A replay with its track, if this viewer may see the track. Deleted ones are seen by their driver and moderators only. Throws
 * the same Problem 404 as for a replay that does not exist.
 */
export async function visibleReplay(ctx: Ctx, replayId: number | null, key: string | null = null) {
  const replay =
    replayId === null
      ? undefined
      : await forSite(ctx, 'replay').where('replay_id', '=', replayId).select(columns).executeTakeFirst();
  const isConcerned = replay?.user_id === ctx.viewer.userId || isModerator(ctx.viewer);
  if (!replay || (replay.deleted_at !== null && !isConcerned)) throw notFound('This replay');
  try {
    return { replay, track: await visibleTrack(ctx, replay.track_id, key) };
  } catch (error) {
    throw error instanceof Problem && error.status === 404 ? notFound('This replay') : error;
  }
}

export type VisibleReplay = Awaited<ReturnType<typeof visibleReplay>>;

/** The same for a write: the track is locked, because a change of a replay changes its board. */
export async function lockedReplay(tx: TxCtx, replayId: number, key: string | null): Promise<VisibleReplay> {
  const place = await forSite(tx, 'replay')
    .where('replay_id', '=', replayId)
    .select('track_id')
    .executeTakeFirst();
  if (place) await lockTrack(tx, place.track_id);
  return visibleReplay(tx, replayId, key);
}

/**
 * The files of a track's replays, the best result on the current version first, beaten ones included; then those of older
 * versions. In pages, because the event loop does nothing else while it parses one. The caller has checked that the viewer may see
 * the track.
 */
export async function* filesOfReplays(
  ctx: Ctx,
  trackId: number,
  most: number,
  pageRows = 1000,
): AsyncGenerator<readonly ReplayFileRow[], void> {
  let last: ReplayFileRow | undefined;
  for (let left = most; left > 0; ) {
    const rows = await pageOfFiles(ctx, trackId, last, Math.min(left, pageRows));
    if (rows.length > 0) yield rows;
    if (rows.length < Math.min(left, pageRows)) return;
    left -= rows.length;
    last = rows.at(-1);
  }
}

/** The file of a replay, and what decides whether a viewer may download it. */
export type ReplayFileRow = Awaited<ReturnType<typeof pageOfFiles>>[number];

interface LastFile {
  readonly is_outdated: boolean;
  readonly result: string | number;
  readonly exact_at: string;
  readonly replay_id: number;
}

const pageOfFiles = (ctx: Ctx, trackId: number, after: LastFile | undefined, rows: number) =>
  forSite(ctx, 'replay')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'replay.site').onRef('profile.user_id', '=', 'replay.user_id'),
    )
    .where('profile.site', '=', ctx.site.code)
    .where('replay.track_id', '=', trackId)
    .where('replay.deleted_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(replay.is_outdated, replay.result, replay.replay_at, replay.replay_id)
          > (${after?.is_outdated}::boolean, ${after?.result}::bigint, ${after?.exact_at}::timestamptz, ${after?.replay_id}::integer)`,
      ),
    )
    .select([
      'replay.replay_id',
      'replay.user_id',
      'replay.is_best',
      'replay.is_outdated',
      'replay.result',
      'replay.replay_at',
      sql<string>`replay.replay_at::text`.as('exact_at'),
      'replay.secret_until',
      'replay.sha256',
      'replay.file_size',
      'profile.name as user_name',
    ])
    .orderBy('replay.is_outdated')
    .orderBy('replay.result')
    .orderBy('replay.replay_at')
    .orderBy('replay.replay_id')
    .limit(rows)
    .execute();
