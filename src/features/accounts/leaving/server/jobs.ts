import { z } from 'zod';
import { defineJob, defineSiteJob, type Job } from '#platform/jobs/registry.ts';
import { sendLimited } from '#platform/mail/limited.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { routes } from '#routes/routes.ts';
import { closedLetter } from '../../mails.ts';
import { closingOf } from '../../server/closed-account.ts';
import { accountById } from '../../server/repo.ts';
import { endClosings, hideEverywhere, settleEverywhere, showEverywhere } from './closing.ts';
import { eraseDueAccounts } from './erasing.ts';

/** Everything stored about people; known when all features are composed. */
type Entries = () => readonly PersonalData[];

/** Completes what closing or reopening an account left to do. Runs after each, and regularly in case of an interruption. */
const completeClosings = (entries: Entries): Job =>
  defineJob({
    name: 'complete-closings',
    input: z.object({}),
    cron: '*/10 * * * *',
    async run(services) {
      const open = await services.db
        .selectFrom('account_closing')
        .where('state', 'in', ['closed', 'reopening'])
        .select(['account_id', 'state'])
        .execute();
      for (const { account_id: accountId, state } of open)
        await (state === 'closed' ? hideEverywhere : showEverywhere)(services, entries(), accountId);
      await settleEverywhere(services, entries());
      await endClosings(services);
    },
  });

/** Every night, erases accounts that were closed fourteen days ago. */
const eraseAccounts = (entries: Entries): Job =>
  defineJob({
    name: 'erase-accounts',
    input: z.object({}),
    cron: '41 2 * * *',
    run: (services) => eraseDueAccounts(services, entries()),
  });

/** Sends the owner a mail with the date of the erasure and a link to reopen the account. */
const mailClosed = defineSiteJob({
  name: 'mail-account-closed',
  input: z.object({ site: z.string(), accountId: z.number().int() }),
  async run(ctx, { accountId }) {
    const account = await accountById(ctx, accountId);
    const closing = await closingOf(ctx, accountId);
    if (!account || closing?.state !== 'closed' || closing.erase_at === null) return;
    const link = new URL(routes.login(), closing.origin).href;
    const reader = { name: account.name, edition: fullName(ctx) };
    const letter = closedLetter(reader, link, {
      eraseAt: closing.erase_at.toISOString().slice(0, 10),
      tracks: closing.tracks,
    });
    await sendLimited(ctx, 'notice', { to: account.email, ...letter });
  },
});

/** The jobs of accounts that are closed. */
export const leavingJobs = (entries: Entries): readonly Job[] => [
  completeClosings(entries),
  eraseAccounts(entries),
  mailClosed,
];
