import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';

/**
 * The replay with which the run of a deleted replay was posted again: the same file by any user, or the same result on the same version
 * by its driver. Null if there is none.
 */
export async function postedAgain(ctx: Pick<Ctx, 'db' | 'site'>, replayId: number): Promise<number | null> {
  const again = await forSite(ctx, 'replay')
    .innerJoin('replay as gone', 'gone.site', 'replay.site')
    .where('gone.replay_id', '=', replayId)
    .where('gone.site', '=', ctx.site.code)
    .where('replay.deleted_at', 'is', null)
    .whereRef('replay.replay_id', '<>', 'gone.replay_id')
    .where((eb) =>
      eb.or([
        eb('replay.sha256', '=', eb.ref('gone.sha256')),
        sql<boolean>`(replay.track_id, replay.user_id, replay.track_version, replay.result)
          = (gone.track_id, gone.user_id, gone.track_version, gone.result)`,
      ]),
    )
    .orderBy('replay.replay_id')
    .limit(1)
    .select('replay.replay_id')
    .executeTakeFirst();
  return again?.replay_id ?? null;
}

/** Why a replay cannot be restored. */
export const runIsBack = (replayId: number): string =>
  `This run has since been uploaded again as replay ${replayId}. Only one of them can be on the leaderboard.`;
