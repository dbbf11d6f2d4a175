import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { withoutVisibilityRule } from '#platform/lists/list.ts';
import { reader } from '#platform/lists/run.ts';
import { trackList } from '../../list/server/list.ts';
import { waitingOf } from '../../visibility/server/review.ts';

const readSeen = reader(withoutVisibilityRule(trackList));

/**
 * Additional data for a track's page. Only for tracks that visibleTrack has returned for this viewer. `seesInside`: authors and
 * moderators.
 */
export async function trackExtras(ctx: Ctx, trackId: number, seesInside: boolean) {
  const fields = [
    'WRReplay.ReplayId',
    'WRReplay.ReplayTime',
    'WRReplay.ReplayScore',
    'WRReplay.IsSecret',
    'WRReplay.User.UserId',
    'WRReplay.User.Name',
    'WRReplay.User.CustomUrl',
    'WRReplay.User.Tint',
    'InBookmarks',
    'Feature.Comment',
    'Videos',
  ] as const;
  const [{ Results }, record] = await Promise.all([
    readSeen(ctx, { fields, id: [trackId], count: 1 }),
    forSite(ctx, 'track')
      .leftJoin('replay as best', (join) =>
        join.onRef('best.site', '=', 'track.site').onRef('best.replay_id', '=', 'track.record_replay_id'),
      )
      .where('track.track_id', '=', trackId)
      .select(['record_at', 'release_at', 'replays', 'hold', 'held_at', 'is_public'])
      .select(['best.replay_id', 'best.user_id', 'best.sha256', 'best.replay_at', 'best.secret_until'])
      .executeTakeFirst(),
  ]);
  const [row] = Results;
  if (!row) throw new Error(`Track ${ctx.site.code}/${trackId} was removed while its page was rendered`);
  return {
    record: row.WRReplay,
    recordAt: record?.record_at ?? null,
    recordFile: recordFileOf(record),
    drivers: record?.replays ?? 0,
    /** for viewers of hidden details */
    releaseAt: record?.release_at ?? null,
    isQueued: row.InBookmarks,
    feature: row.Feature?.Comment ?? null,
    videos: row.Videos,
    waiting:
      seesInside && record
        ? await waitingOf(ctx, {
            trackId,
            hold: record.hold,
            heldAt: record.held_at,
            isPublic: record.is_public,
          })
        : null,
  };
}

interface BestReplay {
  readonly replay_id: number | null;
  readonly user_id: number | null;
  readonly sha256: string | null;
  readonly replay_at: Date | null;
  readonly secret_until: Date | null;
}

/** The replay that is the record, for the rules about its file; null if there is none. */
function recordFileOf(best: BestReplay | undefined) {
  if (!best?.replay_id || !best.user_id || !best.sha256 || !best.replay_at) return null;
  return {
    replayId: best.replay_id,
    driverId: best.user_id,
    sha256: best.sha256,
    replayAt: best.replay_at,
    secretUntil: best.secret_until,
  };
}
