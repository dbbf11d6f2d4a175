import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import {
  type ClaimedPageData,
  type ClaimPageData,
  mayClaimProfile,
  type OwnClaim,
  writtenCode,
} from '../../claims.ts';
import { claimantOf } from '../repo.ts';
import { mayClaim } from './endpoints.ts';
import { hasProvedLogin, loginOfProfile } from './proof.ts';
import { copiedProfile, openClaim, openClaims } from './read-claims.ts';

const mostListed = 20;

/** The page of a copied profile for those who claim it. Throws a Problem 404 if it is none, or somebody else's now. */
export async function userClaimPage(
  ctx: Ctx,
  idInPath: string | undefined,
): Promise<ClaimPageData | ClaimedPageData> {
  const copiedId = rowIdIn(idInPath) ?? 0;
  const profile = await copiedProfile(ctx, copiedId);
  if (!profile) {
    const userId = await claimantOf(ctx, copiedId);
    if (userId === null || userId !== ctx.viewer.userId) throw notFound('This copied profile');
    return { userId };
  }
  const [counters, claim, login, open] = await Promise.all([
    forSite(ctx, 'profile')
      .where('user_id', '=', copiedId)
      .select(['tracks', 'replays', 'packs', 'awards_given', 'comments_given'])
      .executeTakeFirstOrThrow(),
    openClaim(ctx, copiedId),
    loginOfProfile(ctx, copiedId),
    openClaims(ctx),
  ]);
  const source = new URL(routes.userShow(profile.sourceId), profile.origin);
  const allowed = mayClaim(ctx);
  return {
    copiedId,
    name: profile.name,
    host: source.hostname,
    href: source.href,
    counts: [
      { label: 'Tracks', n: counters.tracks },
      { label: 'Replays', n: counters.replays },
      { label: 'Trackpacks', n: counters.packs },
      { label: 'Awards given', n: counters.awards_given },
      { label: 'Comments', n: counters.comments_given },
    ],
    code: claim ? writtenCode(claim.code) : null,
    expiresAt: claim?.expires_at ?? null,
    hasLogin: login !== null,
    provedLogin: login !== null && (await hasProvedLogin(ctx, login)) ? login : null,
    right: allowed.ok
      ? mayClaimProfile({
          isOwn: copiedId === ctx.viewer.userId,
          isTaken: false,
          openClaims: claim ? open - 1 : open,
        })
      : allowed,
  };
}

/** The viewer's claims to copied profiles of this edition, the newest first. */
export async function ownUserClaims(ctx: Ctx): Promise<readonly OwnClaim[]> {
  const rows = await forSite(ctx, 'user_claim')
    .innerJoin('profile', (join) =>
      join
        .onRef('profile.site', '=', 'user_claim.site')
        .onRef('profile.user_id', '=', 'user_claim.copied_id'),
    )
    .where('profile.site', '=', ctx.site.code)
    .where('user_claim.user_id', '=', ctx.viewer.userId)
    .orderBy('user_claim.created_at', 'desc')
    .orderBy('user_claim.copied_id', 'desc')
    .limit(mostListed)
    .select(['profile.name', 'user_claim.copied_id', 'user_claim.granted_at', 'user_claim.expires_at'])
    .execute();
  const now = ctx.clock.now();
  return rows.map((row) => ({
    copiedId: row.copied_id,
    name: row.name,
    state: row.granted_at ? 'granted' : row.expires_at > now ? 'open' : 'expired',
  }));
}

/** Hosts of the sites from which this edition has copies. */
export async function copiedSites(ctx: Ctx): Promise<readonly string[]> {
  const rows = await forSite(ctx, 'mirror').orderBy('mirror_id').select('origin').execute();
  return [...new Set(rows.map(({ origin }) => new URL(origin).hostname))];
}
