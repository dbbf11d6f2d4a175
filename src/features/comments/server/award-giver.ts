import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { awardsDayMs } from '../model.ts';
import type { VisibleComment } from './comments.ts';
import type { AwardedTrack, GiverFacts } from './policy.ts';

/** The facts about the signed-in viewer for the award rule, and their award on this track if there is one. */
export async function giverFacts(
  ctx: Ctx,
  trackId: number,
): Promise<GiverFacts & { awardId: number | null }> {
  const now = ctx.clock.now();
  const me = ctx.viewer.userId;
  const own = forSite(ctx, 'comment').where('comment.user_id', '=', me).where('comment.is_award', '=', true);
  const { created_at, given, award_id } = await forSite(ctx, 'profile')
    .innerJoin('account', 'account.account_id', 'profile.account_id')
    .where('profile.user_id', '=', me)
    .select([
      'account.created_at',
      // withdrawn awards count: otherwise giving and withdrawing could be repeated without limit
      own
        .where('comment.comment_at', '>', new Date(now.getTime() - awardsDayMs))
        .select((eb) => eb.fn.countAll<number>().as('given'))
        .as('given'),
      own
        .where('comment.track_id', '=', trackId)
        .where('comment.deleted_at', 'is', null)
        .select('comment.comment_id')
        .as('award_id'),
    ])
    .executeTakeFirstOrThrow();
  return {
    accountAgeMs: now.getTime() - created_at.getTime(),
    givenLately: Number(given),
    hasAwarded: award_id !== null,
    awardId: award_id,
  };
}

/** What the rule about awards needs of a track. */
export const awardedTrack = (track: VisibleComment['track']): AwardedTrack => ({
  isPublic: track.is_public,
  isBeta: track.is_beta,
  isAuthor: track.relation.isAuthor,
  isInvited: track.relation.isPending,
});
