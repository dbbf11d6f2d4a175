import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { defineSiteJob, type Job } from '#platform/jobs/registry.ts';
import { sendLimited } from '#platform/mail/limited.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { routes } from '#routes/routes.ts';
import {
  addressTakenLetter,
  changeLetter,
  confirmLetter,
  passwordChangedLetter,
  resetLetter,
  securityEvents,
  securityLetter,
} from '../../mails.ts';
import { cleanName, emailMistake } from '../../model.ts';
import {
  type Account,
  accountById,
  accountByName,
  claimantOfAddress,
  ownerOfAddress,
  renewEmailToken,
} from '../../server/repo.ts';

const link = (origin: string, path: string) => new URL(path, origin).href;
const reader = (ctx: Ctx, account: Account) => ({ name: account.name, edition: fullName(ctx) });
const person = z.object({ site: z.string(), accountId: z.number().int(), origin: z.url() });

/** The secrets of mails are created here and not when the job is added, so that the queue's table contains none. */
const mailConfirm = defineSiteJob({
  name: 'mail-confirm',
  input: person,
  async run(ctx, { accountId, origin }) {
    const account = await accountById(ctx, accountId);
    if (!account || account.email_confirmed_at) return;
    const owner = await ownerOfAddress(ctx, account.email);
    if (owner) return notifyOwner(ctx, owner, origin);
    const token = await renewEmailToken(ctx, accountId, 'confirm');
    const letter = confirmLetter(reader(ctx, account), link(origin, routes.accountConfirm(token)));
    await sendLimited(ctx, 'typed', { to: account.email, ...letter });
  },
});

/** Another user registered with an address that this owner has confirmed. */
async function notifyOwner(ctx: Ctx, owner: Account, origin: string): Promise<void> {
  const [login, forgot] = [routes.login(), routes.forgotPassword()].map((path) => link(origin, path));
  const letter = addressTakenLetter(reader(ctx, owner), login ?? '', forgot ?? '');
  await sendLimited(ctx, 'typed', { to: owner.email, ...letter });
}

const mailReset = defineSiteJob({
  name: 'mail-reset',
  input: z.object({
    site: z.string(),
    email: z.string().optional(),
    name: z.string().optional(),
    origin: z.url(),
  }),
  async run(ctx, { email = '', name, origin }) {
    const account =
      name === undefined
        ? ((await ownerOfAddress(ctx, email)) ?? (await claimantOfAddress(ctx, email)))
        : await accountByName(ctx, cleanName(name));
    // accounts of the demo and copied ones have addresses that no mail reaches
    if (!account || emailMistake(account.email)) return;
    const token = await renewEmailToken(ctx, account.account_id, 'reset');
    const letter = resetLetter(reader(ctx, account), link(origin, routes.resetPassword(token)));
    await sendLimited(ctx, 'typed', { to: account.email, ...letter });
  },
});

const mailPasswordChanged = defineSiteJob({
  name: 'mail-password-changed',
  input: person,
  async run(ctx, { accountId, origin }) {
    const account = await accountById(ctx, accountId);
    if (!account) return;
    const letter = passwordChangedLetter(reader(ctx, account), link(origin, routes.forgotPassword()));
    await sendLimited(ctx, 'notice', { to: account.email, ...letter });
  },
});

/** Mails about changes to sign-in methods; `to`: the former address, after it was changed. */
const mailSecurity = defineSiteJob({
  name: 'mail-security',
  input: person.extend({ event: z.enum(securityEvents), to: z.string().optional() }),
  async run(ctx, { accountId, origin, event, to }) {
    const account = await accountById(ctx, accountId);
    if (!account) return;
    const [own, forgot] = [link(origin, routes.account()), link(origin, routes.forgotPassword())];
    const letter = securityLetter(reader(ctx, account), event, own, forgot);
    await sendLimited(ctx, 'notice', { to: to ?? account.email, ...letter });
  },
});

const mailChange = defineSiteJob({
  name: 'mail-change',
  input: person.extend({ email: z.string() }),
  async run(ctx, { accountId, email, origin }) {
    const account = await accountById(ctx, accountId);
    if (!account) return;
    const owner = await ownerOfAddress(ctx, email);
    if (owner && owner.account_id !== accountId) return notifyOwner(ctx, owner, origin);
    const token = await renewEmailToken(ctx, accountId, 'change', email);
    const letter = changeLetter(reader(ctx, account), link(origin, routes.accountConfirm(token)));
    await sendLimited(ctx, 'typed', { to: email, ...letter });
  },
});

/** Mails about an account. */
export const emailJobs: readonly Job[] = [
  mailConfirm,
  mailReset,
  mailPasswordChanged,
  mailSecurity,
  mailChange,
];
