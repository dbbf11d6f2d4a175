import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { downloadableAt, mayDownload } from '../../model.ts';

/** Of the best replays of a track; if none of these may be downloaded, none numbers its checkpoints. */
const considered = 50;

const everybody = { isDriver: false, isAuthor: false, isModerator: false };

/**
 * The run that numbers the checkpoints in the drawing of a track, which everybody sees: the best one that everybody may download; and
 * when the record may be downloaded, if that is later.
 */
export async function numberingRun(ctx: Ctx, trackId: number) {
  const best = await forSite(ctx, 'replay')
    .innerJoin('track', (join) =>
      join.onRef('track.site', '=', 'replay.site').onRef('track.track_id', '=', 'replay.track_id'),
    )
    .where('replay.track_id', '=', trackId)
    .where('replay.is_best', '=', true)
    .orderBy('replay.result')
    .orderBy('replay.replay_at')
    .orderBy('replay.replay_id')
    .limit(considered)
    .select([
      'replay.sha256',
      'replay.replay_at as replayAt',
      'replay.secret_until as secretUntil',
      'track.primary_type as primaryType',
    ])
    .execute();
  const open = best.find((replay) => mayDownload(replay, everybody, ctx.clock.now()).ok);
  const [record] = best;
  return {
    sha256: open?.sha256 ?? null,
    againAt: record && record !== open ? downloadableAt(record) : null,
  };
}
