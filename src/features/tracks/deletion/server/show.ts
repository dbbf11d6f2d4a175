import { forSite } from '#db/for-site.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, type Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import type { TrackRelation } from '../../model.ts';
import { may, mayDelete, mayRestore, onlyAsModerator } from '../../rights.ts';
import { storedTrack, trackIdOf } from '../../server/repo.ts';
import { otherDrivers } from '../../versions/server/drivers.ts';
import { trackIsBack, uploadedAgain } from './uploaded-again.ts';

/** The data of the pages that delete and restore a track. */
export interface TrackEnd {
  readonly trackId: number;
  /** without codes */
  readonly name: string;
  readonly deletedAt: Date | null;
  readonly deletedReason: string | null;
  readonly right: Verdict;
  /** the track as which a deleted one was uploaded again */
  readonly uploadedAgainAs: number | null;
  readonly needsReason: boolean;
}

/** The viewer's deleted tracks that can be restored, newest first. */
export async function deletedTracks(ctx: Ctx) {
  const rows = await forSite(ctx, 'track')
    .where('uploader_id', '=', ctx.viewer.userId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('track_id', 'desc')
    .limit(500)
    .select(['track_id', 'name', 'deleted_at', 'deleted_reason'])
    .execute();
  return rows.flatMap(({ track_id, name, deleted_at, deleted_reason }) =>
    deleted_at === null
      ? []
      : [
          {
            trackId: track_id,
            name: stripGameText(name),
            deletedAt: deleted_at,
            deletedReason: deleted_reason,
          },
        ],
  );
}

export async function trackEnd(
  ctx: Ctx,
  idText: string | undefined,
  act: 'delete' | 'restore',
): Promise<TrackEnd> {
  const track = await storedTrack(ctx, trackIdOf(idText));
  assertAllowed(may(act, track.relation));
  // deleted tracks cannot be deleted again, others cannot be restored
  if ((track.deleted_at === null) !== (act === 'delete')) throw notFound('This track');
  const drivers = act === 'delete' ? await otherDrivers(ctx, track) : 0;
  const { deleted_at: deletedAt, deleted_reason: deletedReason } = track;
  const rule = (relation: TrackRelation): Verdict =>
    act === 'delete'
      ? mayDelete(relation, { otherDrivers: drivers })
      : mayRestore(relation, { deletedAt, deletedReason }, ctx.clock.now());
  const again = act === 'restore' ? await uploadedAgain(ctx, track.track_id) : null;
  const right = rule(track.relation);
  return {
    trackId: track.track_id,
    name: stripGameText(track.name),
    deletedAt,
    deletedReason,
    right: right.ok && again !== null ? conflict(trackIsBack(again)) : right,
    uploadedAgainAs: again,
    needsReason: onlyAsModerator(track.relation, rule),
  };
}
