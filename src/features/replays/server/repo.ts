import { forSite } from '#db/for-site.ts';
import { holdTrack } from '#features/tracks/server/counters.ts';
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
  if (place) await holdTrack(tx, place.track_id);
  return visibleReplay(tx, replayId, key);
}

/**
 * The files of a track's replays, the best result on the current version first, beaten ones included; then those of older
 * versions. The caller has checked that the viewer may see the track.
 */
export const filesOfReplays = (ctx: Ctx, trackId: number, most: number) =>
  forSite(ctx, 'replay')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'replay.site').onRef('profile.user_id', '=', 'replay.user_id'),
    )
    .where('profile.site', '=', ctx.site.code)
    .where('replay.track_id', '=', trackId)
    .where('replay.deleted_at', 'is', null)
    .select([
      'replay.replay_id',
      'replay.user_id',
      'replay.is_best',
      'replay.replay_at',
      'replay.secret_until',
      'replay.sha256',
      'replay.file_size',
      'profile.name as user_name',
    ])
    .orderBy('replay.is_outdated')
    .orderBy('replay.result')
    .orderBy('replay.replay_at')
    .orderBy('replay.replay_id')
    .limit(most)
    .execute();
