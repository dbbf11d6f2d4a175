import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import type { Sanction } from '#features/sanctions/model.ts';
import { actOfSanction } from '#features/sanctions/server/acts.ts';
import { sanctionsOf } from '#features/sanctions/server/repo.ts';
import { yes } from '#lib/rules/verdict.ts';
import { ownProfiles } from '#platform/auth/reach.ts';
import { suspendedAccount } from '#platform/auth/suspended-token.ts';
import type { Ctx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { type AppealState, appealState } from '../appeals.ts';
import { appealSubject, fileAppeal, mayFileAppeal } from './file-appeal.ts';
import { AppealForm } from './forms.ts';

/** A suspension with the decision behind it, for the suspended person. */
export interface OwnSuspension {
  readonly sanction: Sanction;
  /** null: the decision is not in the log of an edition that the person visited */
  readonly decision: { readonly site: string; readonly actId: number } | null;
  readonly appeal: { readonly state: AppealState; readonly answer: string | null } | null;
}

/** A ctx whose viewer is the owner of the token; used only for the suspensions of that account. */
async function bearer(ctx: Ctx, token: string): Promise<Ctx | null> {
  const accountId = suspendedAccount(ctx, token);
  if (accountId === null) return null;
  const account = await ctx.db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('name')
    .executeTakeFirst();
  return account ? { ...ctx, viewer: { ...ctx.viewer, accountId, name: account.name } } : null;
}

/** What a person who cannot sign in may see: their suspensions here, and their appeals. Null if the link is too old. */
export async function suspensionsOfBearer(
  ctx: Ctx,
  token: string,
): Promise<{ readonly name: string; readonly suspensions: readonly OwnSuspension[] } | null> {
  const own = await bearer(ctx, token);
  if (!own) return null;
  const { accountId, name } = own.viewer;
  const inForce = (await sanctionsOf(own, accountId ?? 0, [ctx.site.code])).filter(
    ({ kind, state }) => kind === 'suspension' && state === 'in force',
  );
  return { name, suspensions: await Promise.all(inForce.map((sanction) => withAppeal(own, sanction))) };
}

async function withAppeal(own: Ctx, sanction: Sanction): Promise<OwnSuspension> {
  const decision = await imposedBy(own, sanction);
  if (!decision) return { sanction, decision: null, appeal: null };
  const row = await forSite({ ...own, site: decision.site }, 'appeal')
    .where('appeal.act_id', '=', decision.actId)
    .select(['state', 'answer'])
    .executeTakeFirst();
  const appeal = row ? { state: appealState(row.state), answer: row.answer } : null;
  return { sanction, decision: { site: decision.site.code, actId: decision.actId }, appeal };
}

const tokenText = z.string('must be sent once').max(200, 'is too long');

/** POST /account/suspended: appeals without a session, by users who have proved that the account is theirs. */
export const appealOfSuspended = action({
  touches: 'named edition',
  input: AppealForm.extend({ Token: tokenText }),
  // the token is the whole rule: it proves the account
  subject: async (tx, { Token, site, actId }) => {
    const own = await bearer(tx, Token);
    if (!own) throw new Problem(403, 'This page has expired. Sign in again to appeal.', { field: 'Token' });
    const found = await appealSubject({ ...tx, viewer: own.viewer }, { site, actId });
    assertAllowed(mayFileAppeal(found));
    return found;
  },
  allow: () => yes,
  run: (_, found, { Text }) => fileAppeal(found, Text),
  next: (_, { Token }) => routes.accountSuspended(Token),
  form: (form) => routes.accountSuspended(form.get('Token')?.slice(0, 200) ?? ''),
});

/** The act that put a sanction of the viewer in force, on any edition where they have a profile. */
async function imposedBy(
  ctx: Ctx,
  { sanctionId }: { readonly sanctionId: number },
): Promise<{ readonly site: Site; readonly actId: number } | null> {
  for (const { site, userId } of await ownProfiles(ctx)) {
    const act = await actOfSanction({ ...ctx, site }, userId, sanctionId);
    if (act) return { site, actId: act.actId };
  }
  return null;
}
