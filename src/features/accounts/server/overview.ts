import type { Ctx } from '#platform/context.ts';
import { hasBounced } from '#platform/mail/limited.ts';
import { nextRename } from '../names/server/rename.ts';
import { countFactors } from '../second-step/server/factor-overview.ts';
import { ownSessions } from '../sessions/server/sessions.ts';
import { countTokens } from '../tokens/server/tokens.ts';
import { ownAccountId } from './policy.ts';
import { accountById } from './repo.ts';

/** The data of the account page. */
export async function accountOverview(ctx: Ctx) {
  const accountId = ownAccountId(ctx);
  const account = await accountById(ctx, accountId);
  if (!account) throw new Error(`Account ${accountId} has a session and no row.`);
  return {
    email: account.email,
    isConfirmed: account.email_confirmed_at !== null,
    /** without a mail server no confirmation is required */
    mustConfirm: account.email_confirmed_at === null && ctx.mail.delivers,
    /** mail servers refused several, so none is sent for now */
    hasBounced: await hasBounced(ctx, account.email),
    supporterUntil: ctx.viewer.isSupporter ? account.supporter_until : null,
    /** null: the name can be changed now */
    nextRename: await nextRename(ctx, accountId),
    sessions: await ownSessions(ctx),
    factors: await countFactors(ctx),
    tokens: await countTokens(ctx, accountId),
  };
}
