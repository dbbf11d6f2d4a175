import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { claimantOf } from '../repo.ts';

/** A profile that was copied from another site and that nobody has claimed. */
export interface CopiedProfile {
  readonly userId: number;
  readonly name: string;
  readonly origin: string;
  /** the id of the user at the source */
  readonly sourceId: number;
}

/** The copied profile with this id; null if it is none, or no longer one. */
export async function copiedProfile(ctx: Ctx, userId: number): Promise<CopiedProfile | null> {
  const row = await forSite(ctx, 'mirrored')
    .innerJoin('mirror', (join) =>
      join.onRef('mirror.site', '=', 'mirrored.site').onRef('mirror.mirror_id', '=', 'mirrored.mirror_id'),
    )
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'mirrored.site').onRef('profile.user_id', '=', 'mirrored.local_id'),
    )
    .where('mirror.site', '=', ctx.site.code)
    .where('profile.site', '=', ctx.site.code)
    .where('mirrored.kind', '=', 'user')
    .where('mirrored.local_id', '=', userId)
    .where('mirrored.state', '=', 'copied')
    .where('profile.closed_at', 'is', null)
    .select(['profile.user_id', 'profile.name', 'mirror.origin', 'mirrored.source_id'])
    .orderBy('mirror.mirror_id')
    .limit(1)
    .executeTakeFirst();
  return row ? { userId: row.user_id, name: row.name, origin: row.origin, sourceId: row.source_id } : null;
}

/** The viewer's claim to a profile whose code can still be used; undefined: none. */
export const openClaim = (ctx: Ctx, copiedId: number) =>
  forSite(ctx, 'user_claim')
    .where('copied_id', '=', copiedId)
    .where('user_id', '=', ctx.viewer.userId)
    .where('granted_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .select(['code', 'expires_at'])
    .executeTakeFirst();

/**
 * Locks the claims to a copied profile until the transaction ends, so that two users cannot be granted it at once. Throws a Problem:
 * 409 if it has been claimed, 404 if there is no such profile.
 */
export async function lockedProfile(tx: TxCtx, copiedId: number): Promise<CopiedProfile> {
  await lockUntilCommit(tx, `claims to user ${tx.site.code} ${copiedId}`);
  const profile = await copiedProfile(tx, copiedId);
  if (profile) return profile;
  if ((await claimantOf(tx, copiedId)) !== null) throw new Problem(409, 'This profile has been claimed.');
  throw notFound('This copied profile');
}

/** How many claims of the viewer wait for a proof. */
export async function openClaims(ctx: Ctx): Promise<number> {
  const { n } = await forSite(ctx, 'user_claim')
    .where('user_id', '=', ctx.viewer.userId)
    .where('granted_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
