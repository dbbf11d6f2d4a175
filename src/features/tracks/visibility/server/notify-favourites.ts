import { sql } from 'kysely';
import { z } from 'zod';
import { announce } from '#features/notices/server/actions.ts';
import { hourMs } from '#lib/codes/durations.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineSiteJob } from '#platform/jobs/registry.ts';
import { routes } from '#routes/routes.ts';

/** A track published within this time of the author's last one shares its notice with others. */
const togetherMs = hourMs;

interface NewTrack {
  readonly name: string;
  readonly author: string;
  readonly uploader_id: number;
  readonly authors: number[];
  readonly has_fans: boolean;
  readonly has_more: boolean;
}

/**
 * Notifies the users who have an author of this track as a favourite, if it can be found by everyone and is not a beta; once for
 * each track. The first of several tracks has a notice of its own, the others share one that leads to their author, so that an
 * upload of many tracks does not become as many notices.
 */
export async function notifyFans(tx: TxCtx, trackId: number): Promise<void> {
  const site = sql.lit(tx.site.code);
  const link = routes.trackShow(trackId);
  const { rows } = await sql<NewTrack>`
    select t.name, p.name as author, t.uploader_id, a.authors,
      exists (select from favorite_user f where f.site = ${site} and f.favorite_id = any(a.authors)) as has_fans,
      exists (select from announcement n where n.site = ${site} and n.by_user_id = t.uploader_id
        and n.kind = 'favorite.track' and n.announced_at > ${new Date(tx.clock.now().getTime() - togetherMs)}) as has_more
    from track t
    join profile p on p.site = ${site} and p.user_id = t.uploader_id
    cross join lateral (select array(select user_id from track_author x
      where x.site = ${site} and x.track_id = t.track_id and not x.is_pending) as authors) a
    where t.site = ${site} and t.track_id = ${trackId} and t.is_public and t.is_listed and not t.is_beta
      and not exists (select from announcement n where n.site = ${site} and n.kind = 'favorite.track'
        and n.track_id = t.track_id and n.by_user_id = t.uploader_id)`.execute(tx.db);
  const [track] = rows;
  if (!track?.has_fans) return;
  const name = `“${stripGameText(track.name)}”`;
  await announce(tx, {
    kind: 'favorite.track',
    text: track.has_more
      ? `${track.author} published more tracks. The newest is ${name}.`
      : `${track.author} published ${name}.`,
    link: track.has_more ? routes.userShow(track.uploader_id) : link,
    audience: { fansOf: track.authors },
    byUserId: track.uploader_id,
    trackId,
  });
}

/** The same soon after a track was published, so that its uploader does not wait. */
export const notifyFansOfTrack = defineSiteJob({
  name: 'notify-fans',
  inBatches: true,
  input: z.object({ site: z.string(), trackId: z.number().int() }),
  run: (ctx, { trackId }) => inTransaction(ctx, (tx) => notifyFans(tx, trackId)),
});
