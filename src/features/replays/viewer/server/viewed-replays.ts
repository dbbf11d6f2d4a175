import { forSite } from '#db/for-site.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { isModerator } from '#lib/codes/level.ts';
import { platformType } from '#lib/codes/track.ts';
import { formatRank } from '#lib/format/ordinal.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { withoutVisibilityRule } from '#platform/lists/list.ts';
import { reader } from '#platform/lists/run.ts';

import { routes } from '#routes/routes.ts';
import { replayList } from '../../list/server/list.ts';
import { mayDownload } from '../../model.ts';
import type { View } from '../../view-address.ts';
import type { ViewedReplay } from '../viewed-replay.ts';

const readReplays = reader(withoutVisibilityRule(replayList));
const fields = [
  'ReplayId',
  'User.UserId',
  'User.Name',
  'Track.Type',
  'ReplayTime',
  'ReplayScore',
  'ReplayRespawns',
  'IsSecret',
  'ReplayAt',
  'Position',
] as const;
/** Offered for viewing: the best of the leaderboard. */
const maxOffered = 50;

/** The track and replays of the viewer's page; null if there is no such track or the viewer may not see it. */
export async function replayView(ctx: Ctx, trackId: number, key: string | null, { replayIds }: View) {
  const track = await seenTrack(ctx, trackId, key);
  if (!track) return null;
  const ofTrack = { fields, trackid: trackId };
  const [best, chosen, file] = await Promise.all([
    readReplays(ctx, { ...ofTrack, best: 1, count: maxOffered }),
    replayIds.length > 0 ? readReplays(ctx, { ...ofTrack, id: replayIds, count: replayIds.length }) : null,
    forSite(ctx, 'track_version')
      .where('track_id', '=', trackId)
      .where('version', '=', track.current_version)
      .select('uid')
      .executeTakeFirstOrThrow(),
  ]);
  const secret = track.is_listed ? null : key;
  const shown = (row: (typeof best.Results)[number]): ViewedReplay => {
    const verdict = mayDownload(
      {
        primaryType: track.primary_type,
        replayAt: new Date(`${row.ReplayAt}Z`),
        secretUntil: row.IsSecret ? farFuture : null,
      },
      {
        isDriver: row.User.UserId === ctx.viewer.userId,
        isAuthor: track.relation.isAuthor,
        isModerator: isModerator(ctx.viewer),
      },
      ctx.clock.now(),
    );
    const points = row.Track.Type === platformType ? row.ReplayRespawns : row.ReplayScore;
    return {
      replayId: row.ReplayId,
      driverId: row.User.UserId,
      driver: row.User.Name,
      result: row.IsSecret ? 'Secret' : formatResult(row.Track.Type, row.ReplayTime, points),
      rank: row.Position === null ? '–' : formatRank(row.Position + 1),
      file: verdict.ok ? routes.recordGbx(row.ReplayId, secret) : null,
      why: verdict.ok ? null : verdict.reason,
      evidence: isModerator(ctx.viewer) ? routes.replayEvidence(row.ReplayId, secret) : null,
    };
  };
  const byId = new Map((chosen?.Results ?? []).map((row) => [row.ReplayId, shown(row)]));
  return {
    trackId,
    trackName: stripGameText(track.name) || `Track ${trackId}`,
    trackUid: file.uid,
    key: secret,
    /** in the order of the address */
    chosen: replayIds.flatMap((id) => byId.get(id) ?? []),
    offered: best.Results.map(shown),
  };
}

/** `IsSecret` has already compared the date, so any later one will do. */
const farFuture = new Date(8.64e15);

async function seenTrack(ctx: Ctx, trackId: number, key: string | null) {
  try {
    return await visibleTrack(ctx, trackId, key);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}
