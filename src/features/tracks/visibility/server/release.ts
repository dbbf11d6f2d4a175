import type { TxCtx } from '#platform/context.ts';
import type { Site } from '#sites/schema.ts';
import { replayTypeOf } from '../../model.ts';
import { countAround } from '../../server/recount-people.ts';
import { notifyFans } from './notify-favourites.ts';

/** The facts that a release reads and changes. */
export interface ReleasedTrack {
  readonly track_id: number;
  readonly is_beta: boolean;
  readonly unlimiter_version: number | null;
  readonly tags: readonly number[];
}

/**
 * Releases a locked track: it becomes public, with new dates. A beta may first be published as a beta; becoming a normal track is
 * then another release, and its replays count from that time.
 */
export async function releaseTrack(tx: TxCtx, track: ReleasedTrack, isBeta: boolean): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .updateTable('track')
    .set((eb) => ({
      is_public: true,
      released_at: eb.fn.coalesce('released_at', eb.val(now)),
      release_at: null,
      uploaded_at: now,
      updated_at: now,
      activity_at: now,
      ...betaColumns(tx.site, track, isBeta),
    }))
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .execute();
  await countAround(tx, track.track_id);
  await notifyFans(tx, track.track_id);
}

/** Whether it was ever public, even if it is hidden now. */
export const wasReleased = (track: { is_public: boolean; released_at: Date | null }): boolean =>
  track.is_public || track.released_at !== null;

/** The beta state, and the replay type that follows from it; a type set by the crew stays. */
export function betaColumns(site: Site, track: ReleasedTrack, isBeta: boolean) {
  if (track.is_beta === isBeta) return {};
  const { tags, unlimiter_version: unlimiterVersion } = track;
  return { is_beta: isBeta, replay_type: replayTypeOf(site, { isBeta, unlimiterVersion, tags }) };
}
