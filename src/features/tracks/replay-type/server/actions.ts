import { forSite } from '#db/for-site.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { replayTypes } from '#lib/codes/track.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { holdTrack } from '../../server/counters.ts';
import { authorIds } from '../../server/recount-people.ts';

/**
 * Sets on which leaderboard a track counts, with an entry in the moderation log and a notice to its authors. Points follow within a
 * minute. Returns false if the track had this type already.
 */
export async function setReplayType(
  tx: TxCtx,
  trackId: number,
  replayType: number,
  reason: string,
): Promise<boolean> {
  await holdTrack(tx, trackId);
  const {
    name,
    replay_type: before,
    uploader_id: personId,
  } = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select(['name', 'replay_type', 'uploader_id'])
    .executeTakeFirstOrThrow();
  if (before === replayType) return false;
  await tx.db
    .updateTable('track')
    .set({ replay_type: replayType })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  await recordModeration(tx, {
    act: 'track.type',
    subject: { kind: 'track', id: trackId },
    reason,
    before: { Type: replayTypes[before] ?? before, replayType: before },
    after: { Type: replayTypes[replayType] ?? replayType, replayType },
    personId,
  });
  await notify(tx, {
    to: await authorIds(tx, trackId),
    kind: 'track.moderated',
    text: `“${stripGameText(name)}” is now a ${replayTypes[replayType]} track. ${reason}`,
    link: routes.trackShow(trackId),
  });
  return true;
}
