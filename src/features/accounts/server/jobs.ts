import { z } from 'zod';
import { addressKey } from '#platform/auth/login-throttle.ts';
import { sweepSessions } from '#platform/auth/session.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { defineJob, defineSiteJob, type Job } from '#platform/jobs/registry.ts';
import { sweepRateLimits } from '#platform/rate-limits-postgres.ts';
import { routes } from '#routes.ts';
import { addressTakenLetter, confirmLetter, passwordChangedLetter, resetLetter } from '../mails.ts';
import { emailKey } from '../model.ts';
import {
  type Account,
  accountById,
  claimantOfAddress,
  ownerOfAddress,
  renewEmailToken,
  sweepEmailTokens,
} from './repo.ts';

const link = (origin: string, path: string) => new URL(path, origin).href;
const reader = (ctx: Ctx, account: Account) => ({ name: account.name, edition: ctx.site.name });
const person = z.object({ site: z.string(), accountId: z.number().int(), origin: z.url() });

/** The secrets of mails are made here and not when the job is added: the queue's table holds none. */
const mailConfirm = defineSiteJob({
  name: 'mail-confirm',
  input: person,
  async run(ctx, { accountId, origin }) {
    const account = await accountById(ctx, accountId);
    if (!account || account.email_confirmed_at) return;
    const owner = await ownerOfAddress(ctx, account.email);
    if (owner) return tellOwner(ctx, owner, origin);
    const token = await renewEmailToken(ctx, accountId, 'confirm');
    const letter = confirmLetter(reader(ctx, account), link(origin, routes.accountConfirm(token)));
    await ctx.mail.send({ to: account.email, ...letter });
  },
});

/** Somebody registered with an address that is proven to be another's. A few mails an hour are enough. */
async function tellOwner(ctx: Ctx, owner: Account, origin: string): Promise<void> {
  try {
    await ctx.limits.consume('mail', addressKey(ctx, `taken ${emailKey(owner.email)}`));
  } catch (error) {
    if (error instanceof Problem) return;
    throw error;
  }
  const [login, forgot] = [routes.login(), routes.forgotPassword()].map((path) => link(origin, path));
  const letter = addressTakenLetter(reader(ctx, owner), login ?? '', forgot ?? '');
  await ctx.mail.send({ to: owner.email, ...letter });
}

const mailReset = defineSiteJob({
  name: 'mail-reset',
  input: z.object({ site: z.string(), email: z.string(), origin: z.url() }),
  async run(ctx, { email, origin }) {
    const account = (await ownerOfAddress(ctx, email)) ?? (await claimantOfAddress(ctx, email));
    if (!account) return;
    const token = await renewEmailToken(ctx, account.account_id, 'reset');
    const letter = resetLetter(reader(ctx, account), link(origin, routes.resetPassword(token)));
    await ctx.mail.send({ to: account.email, ...letter });
  },
});

const mailPasswordChanged = defineSiteJob({
  name: 'mail-password-changed',
  input: person,
  async run(ctx, { accountId, origin }) {
    const account = await accountById(ctx, accountId);
    if (!account) return;
    const letter = passwordChangedLetter(reader(ctx, account), link(origin, routes.forgotPassword()));
    await ctx.mail.send({ to: account.email, ...letter });
  },
});

const sweepEnded = defineJob({
  name: 'sweep-ended',
  input: z.object({}),
  cron: '17 * * * *',
  async run(ctx) {
    await sweepSessions(ctx);
    await sweepEmailTokens(ctx);
    await sweepRateLimits(ctx);
  },
});

export const accountJobs: readonly Job[] = [mailConfirm, mailReset, mailPasswordChanged, sweepEnded];
