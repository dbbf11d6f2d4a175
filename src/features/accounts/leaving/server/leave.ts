import type { z } from 'zod';
import { daysAfter } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { signOut } from '#platform/auth/session.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import type { ConfirmForm, LeaveForm } from '../../forms.ts';
import { daysToReturn } from '../../leaving.ts';
import { needsSecondStep } from '../../second-step/server/factors.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import { proveInForm } from '../../server/prove-identity.ts';
import { holderOfToken, spendToken } from '../../server/repo.ts';
import { arrive, departed, type Outcome } from '../../sign-in/server/start-session.ts';
import { closeAccount, reopenAccount } from './closing.ts';

/** Everything stored about people; known when all features are composed. */
type Entries = () => readonly PersonalData[];

/** Whether no other user could administrate the site. */
export async function isLastAdministrator(ctx: Pick<Ctx, 'db'>, accountId: number): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('role_grant')
    .where('level', '=', Level.administrator)
    .where('site', 'is', null)
    .where('account_id', 'not in', (eb) =>
      eb.selectFrom('account_closing').where('state', '<>', 'reopening').select('account_id'),
    )
    .select('account_id')
    .execute();
  return rows.length === 1 && rows[0]?.account_id === accountId;
}

/** Closes the viewer's account and signs it out. It is erased after some days, unless its owner comes back. */
export const leave =
  (entries: Entries) =>
  async (ctx: Ctx, from: From, form: z.output<typeof LeaveForm>): Promise<Outcome> => {
    const accountId = ownAccountId(ctx);
    if (await isLastAdministrator(ctx, accountId))
      throw new Problem(409, 'You are the only administrator: appoint another one first.');
    await proveInForm(ctx, from, accountId, form);
    await closeAccount(ctx, entries(), {
      account_id: accountId,
      by_owner: true,
      reason: '',
      tracks: form.Tracks,
      origin: from.origin,
      erase_at: daysAfter(ctx.clock.now(), daysToReturn),
    });
    await ctx.jobs.add('mail-account-closed', { site: ctx.site.code, accountId });
    return departed(ctx, from, await signOut(ctx, from));
  };

const spent = () =>
  new Problem(422, 'This page is an hour old: sign in again to reopen your account.', { field: 'Token' });

/** Reopens the account of a proven sign-in, and signs it in. */
export const reopenAndSignIn =
  (entries: Entries) =>
  async (ctx: Ctx, from: From, form: z.output<typeof ConfirmForm>): Promise<Outcome> => {
    const account = await holderOfToken(ctx, form.Token, 'reopen');
    if (!account || !(await spendToken(ctx, form.Token))) throw spent();
    await reopenAccount(ctx, entries(), account.account_id, null);
    // the token was made after the whole sign-in
    const withFactor = await needsSecondStep(ctx, account.account_id);
    return arrive(ctx, from, account, { withFactor });
  };

/** What the page for reopening shows; null if its link is used up or too old. */
export async function reopeningPage(ctx: Ctx, token: string) {
  const account = await holderOfToken(ctx, token, 'reopen');
  if (!account) return null;
  const closing = await ctx.db
    .selectFrom('account_closing')
    .where('account_id', '=', account.account_id)
    .select(['erase_at', 'tracks'])
    .executeTakeFirst();
  return closing
    ? {
        name: account.name,
        eraseAt: closing.erase_at,
        tracks: closing.tracks,
      }
    : null;
}
