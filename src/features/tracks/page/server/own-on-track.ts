import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx } from '#platform/context.ts';
import { slot } from '#platform/lists/slots.ts';

const me = slot<number>('userId');

/** For a row of `track`: whether something of the viewer is on the page of the track, or kept off it. */
const own = (ctx: Ctx) => {
  const here = sql.lit(ctx.site.code); // a literal: see db/for-site.ts
  const ofTrack = (table: string, user: string) =>
    sql<boolean>`exists (select from ${sql.table(table)} o where o.site = ${here} and o.track_id = track.track_id
      and o.${sql.ref(user)} = ${me}::integer)`;
  return forSite(ctx, 'track')
    .where('track_id', '=', slot<number>('trackId'))
    .select([
      ofTrack('play_later', 'user_id').as('isQueued'),
      sql<boolean>`track.is_public and track.is_listed and not ${ofTrack('track_author', 'user_id')}
        and not ${ofTrack('replay', 'user_id')} and not ${ofTrack('comment', 'user_id')}
        and not exists (select from user_block o where o.site = ${here} and o.user_id = ${me}::integer)
        and not exists (select from track_video v join video o on o.site = v.site and o.video_id = v.video_id
          where v.site = ${here} and v.track_id = track.track_id and o.poster_id = ${me}::integer)
        and not exists (select from pack_track x join pack k on k.site = x.site and k.pack_id = x.pack_id
          where x.site = ${here} and x.track_id = track.track_id and (k.owner_id = ${me}::integer or exists (
            select from pack_manager o where o.site = ${here} and o.pack_id = x.pack_id and o.user_id = ${me}::integer)))`.as(
        'seesAsVisitor',
      ),
    ]);
};

/**
 * Whether a member sees the page of a track as visitors do: it is open to everyone, they have written, driven or submitted nothing on it,
 * and have blocked nobody. `isQueued`: it is on their Play Later list.
 */
export async function ownOnTrack(
  ctx: Ctx,
  trackId: number,
): Promise<{ readonly isQueued: boolean; readonly seesAsVisitor: boolean }> {
  const [row] = await readCompiled(ctx, 'own on the page of a track', () => own(ctx), {
    trackId,
    userId: ctx.viewer.userId,
  });
  return row ?? { isQueued: false, seesAsVisitor: false };
}
