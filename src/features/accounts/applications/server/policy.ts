import { Level } from '#lib/codes/level.ts';
import { no, type Verdict } from '#lib/rules/verdict.ts';
import { assertSanctionedNowhere } from '#platform/auth/sanctions.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { assertAllWritable } from '#platform/switches/rules.ts';
import { routes } from '#routes/routes.ts';
import { mayChangeAfterProof, ownAccountId } from '../../server/policy.ts';
import { tooManyAllowed } from './authorize.ts';

const afterProof = mayChangeAfterProof(routes.applications());

/** Users who have confirmed an address may register applications: other users are asked to trust them. */
export function mayRegister(ctx: Pick<Ctx, 'viewer' | 'clock'>): Verdict {
  const proved = afterProof(ctx);
  if (!proved.ok || ctx.viewer.level >= Level.standard) return proved;
  return no('Confirm your email address before you register applications.');
}

/** Why the viewer cannot allow any application; null if they can. For the page: the form itself checks the same. */
export async function whyNotAllowed(ctx: Ctx): Promise<string | null> {
  try {
    assertAllWritable(ctx);
    await assertSanctionedNowhere(ctx, 'account');
  } catch (refusal) {
    if (refusal instanceof Problem) return refusal.message;
    throw refusal;
  }
  return tooManyAllowed(ctx, ownAccountId(ctx));
}
