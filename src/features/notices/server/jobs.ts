import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { defineJob, defineSiteJob, type Job } from '#platform/jobs/registry.ts';
import { sendLimited } from '#platform/mail/limited.ts';
import { routes } from '#routes.ts';
import { noticeDays, noticeLabel } from '../kinds.ts';
import { noticeLetter } from '../mails.ts';

/** Sends no mail if the notice was read, mails are switched off, or the address is not confirmed. */
const mailNotice = defineSiteJob({
  name: 'mail-notice',
  input: z.object({ site: z.string(), noticeId: z.number().int() }),
  async run(ctx, { noticeId }) {
    const notice = await mailedNotice(ctx, noticeId);
    if (!notice || (notice.email_confirmed_at === null && ctx.mail.delivers)) return;
    const address = (path: string) => new URL(path, notice.origin).href;
    const letter = noticeLetter({
      name: notice.name,
      edition: ctx.site.name,
      label: noticeLabel(notice.kind),
      text: notice.text,
      link: address(notice.link),
      settingsLink: address(routes.notices()),
    });
    await sendLimited(ctx, 'notice', { to: notice.email, ...letter });
  },
});

const mailedNotice = (ctx: Ctx, noticeId: number) =>
  ctx.db
    .selectFrom('notice')
    .innerJoin('notice_mail as mail', (join) =>
      join.onRef('mail.site', '=', 'notice.site').onRef('mail.user_id', '=', 'notice.user_id'),
    )
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'notice.site').onRef('profile.user_id', '=', 'notice.user_id'),
    )
    .innerJoin('account', 'account.account_id', 'profile.account_id')
    .where('notice.site', '=', ctx.site.code)
    .where('notice.notice_id', '=', noticeId)
    .where('notice.read_at', 'is', null)
    .select([
      'notice.kind',
      'notice.text',
      'notice.link',
      'mail.origin',
      'account.name',
      'account.email',
      'account.email_confirmed_at',
    ])
    .executeTakeFirst();

const sweepNotices = defineJob({
  name: 'sweep-notices',
  input: z.object({}),
  cron: '41 3 * * *',
  async run({ db, clock }) {
    const before = daysBefore(clock.now(), noticeDays);
    await acrossSites(db, 'old notices end on every site')
      .deleteFrom('notice')
      .where('noticed_at', '<', before)
      .execute();
  },
});

/** The jobs of notices, for src/jobs.ts. */
export const noticeJobs: readonly Job[] = [mailNotice, sweepNotices];
