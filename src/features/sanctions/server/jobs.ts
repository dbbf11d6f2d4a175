import { z } from 'zod';
import { accountById } from '#features/accounts/server/repo.ts';
import { defineSiteJob, type Job } from '#platform/jobs/registry.ts';
import { sendLimited } from '#platform/mail/limited.ts';
import { fullName, siteName } from '#platform/switches/site-name.ts';
import { imposedLetter, liftedLetter } from '../mails.ts';
import { sanctionById } from './repo.ts';

/** Written after the commit. An address that is not confirmed may be another person's. */
const mailSanction = defineSiteJob({
  name: 'mail-sanction',
  input: z.object({ site: z.string(), sanctionId: z.number().int(), event: z.enum(['imposed', 'lifted']) }),
  async run(ctx, { sanctionId, event }) {
    const sanction = await sanctionById(ctx, sanctionId);
    // lifted before this mail was written: the mail about that says enough
    if (!sanction || (event === 'imposed') !== (sanction.liftedAt === null)) return;
    const account = await accountById(ctx, sanction.accountId);
    if (!account?.email_confirmed_at) return;
    const where = sanction.site === null ? `all editions of ${siteName(ctx)}` : fullName(ctx);
    const letter = (event === 'imposed' ? imposedLetter : liftedLetter)(account.name, {
      ...sanction,
      where,
      siteName: siteName(ctx),
    });
    await sendLimited(ctx, 'notice', { to: account.email, ...letter });
  },
});

/** The jobs of sanctions. */
export const sanctionJobs: readonly Job[] = [mailSanction];
