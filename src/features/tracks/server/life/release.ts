import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { routes } from '#routes.ts';
import type { Site } from '#sites/schema.ts';
import { replayTypeOf } from '../../model.ts';
import { holdTrack } from '../counters.ts';
import { tellFans } from '../fans.ts';
import { authorIds, countAround } from './counting.ts';
import { eachTrack } from './each-track.ts';

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
  await tellFans(tx, track.track_id);
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

const due = (services: Services) =>
  acrossSites(services.db, 'tracks are released at their date on every site')
    .selectFrom('track')
    .where('release_at', '<=', services.clock.now())
    .where('deleted_at', 'is', null)
    .where('hidden_with_account', '=', false)
    .orderBy('release_at')
    .select(['site', 'track_id'])
    .execute();

/** Run by other features in the transaction of a timed release. */
export type OnRelease = (
  tx: TxCtx,
  released: { trackId: number; authorIds: readonly number[] },
) => Promise<void>;

/** Each minute: releases tracks whose date has come, each in its own transaction. */
export const releaseTracks = (onRelease: readonly OnRelease[]) =>
  defineJob({
    name: 'release-tracks',
    input: z.object({}),
    cron: '* * * * *',
    run: async (services) =>
      eachTrack(services, await due(services), (ctx, trackId) =>
        inTransaction(ctx, (tx) => releaseDue(tx, trackId, onRelease)),
      ),
  });

/** Checks the date again under the lock, because its author may have changed it. */
async function releaseDue(tx: TxCtx, trackId: number, onRelease: readonly OnRelease[]): Promise<void> {
  await holdTrack(tx, trackId);
  const track = await tx.db
    .selectFrom('track')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('release_at', '<=', tx.clock.now())
    .where('deleted_at', 'is', null)
    .where('hidden_with_account', '=', false)
    .selectAll()
    .executeTakeFirst();
  if (!track) return;
  await releaseTrack(tx, track, track.is_beta);
  const authors = await authorIds(tx, trackId);
  for (const react of onRelease) await react(tx, { trackId, authorIds: authors });
  await notify(tx, {
    to: authors,
    kind: 'track.released',
    text: `“${stripGameText(track.name)}” is released.`,
    link: routes.trackShow(trackId),
  });
}
