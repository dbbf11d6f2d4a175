import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { routes } from '#routes/routes.ts';
import { lockTrack } from '../../server/counters.ts';
import { eachTrack } from '../../server/each-track.ts';
import { authorIds } from '../../server/recount-people.ts';
import { releaseTrack } from './release.ts';
import { holdForReview, needsReview } from './review.ts';

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

/** Every minute, releases tracks whose date has come, or lets them wait for a moderator, each in its own transaction. */
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
  await lockTrack(tx, trackId);
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
  if (track.released_at === null && (await needsReview(tx, track.uploader_id))) {
    await holdForReview(tx, track);
    return;
  }
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
