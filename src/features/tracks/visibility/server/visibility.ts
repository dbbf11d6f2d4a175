import { randomUUID } from 'node:crypto';
import { isModerator } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { countAround } from '../../server/recount-people.ts';
import type { StoredTrack } from '../../server/repo.ts';
import { assertRoomForBeta } from './quota.ts';
import { betaColumns, releaseTrack, wasReleased } from './release.ts';
import { holdForReview, needsReview } from './review.ts';

export interface WantedVisibility {
  readonly visible: boolean;
  readonly listed: boolean;
  readonly isBeta: boolean;
  /** when it becomes public automatically; only for hidden tracks that were never released */
  readonly releaseAt: Date | null;
}

/**
 * Changes who may see a locked track. Becoming visible for the first time is its release, which happens once: showing a hidden
 * track again does not change its dates. A release may have to wait for a moderator.
 */
export async function setVisibility(tx: TxCtx, track: StoredTrack, wanted: WantedVisibility): Promise<void> {
  const { visible, listed, isBeta, releaseAt } = wanted;
  const isReleased = wasReleased(track);
  if (isReleased && releaseAt !== null)
    throw refused('ReleaseDate', 'this track was already released. Make it visible instead.');
  if (isBeta && !track.is_beta) {
    if (isReleased) throw refused('Beta', 'a released track can’t become a beta.');
    await assertRoomForBeta(tx);
  }
  const waits =
    visible && !isReleased && !isModerator(tx.viewer) && (await needsReview(tx, track.uploader_id));
  await tx.db
    .updateTable('track')
    .set({
      is_public: visible && !waits,
      is_listed: listed,
      release_at: visible ? null : releaseAt,
      ...betaColumns(tx.site, track, isBeta),
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .execute();
  if (waits) return holdForReview(tx, track);
  const isRelease = visible && (!isReleased || (track.is_beta && !isBeta));
  const wasOpen = track.is_public && track.is_listed;
  if (isRelease) await releaseTrack(tx, track, isBeta);
  else if (wasOpen !== (visible && listed)) await countAround(tx, track.track_id);
}

const refused = (field: string, reason: string) => new Problem(422, `${field}: ${reason}`, { field });

/** Replaces the secret link; the old one stops working. */
export async function renewLink(tx: TxCtx, trackId: number): Promise<void> {
  await tx.db
    .updateTable('track')
    .set({ secret_key: randomUUID().replaceAll('-', '') })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
}
