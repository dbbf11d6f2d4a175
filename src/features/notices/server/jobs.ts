import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { daysBefore, minuteMs } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { defineJob, defineSiteJob, type Job, type JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { noticeDays } from '../kinds.ts';
import { writeChunk } from './announce.ts';
import { prepareDigests } from './digests.ts';
import { sendNextMail } from './outbox.ts';
import { sendMails } from './write-notice.ts';

/**
 * A job runs no longer than this and leaves the rest to another one: the queue takes longer ones for dead. A batch has one for each
 * edition.
 */
const timeLimitMs = minuteMs / 2;

/** Repeats `step` until it returns false; returns false if the time was not enough. */
async function repeat(step: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + timeLimitMs;
  while (await step()) if (performance.now() > until) return false;
  return true;
}

/** Sends the due mails of an edition. */
const mailNotices = defineSiteJob({
  name: 'mail-notices',
  input: z.object({ site: z.string() }),
  async run(ctx) {
    if (ctx.switches.of(ctx.site.code).paused) return; // they stay due
    if (!(await repeat(() => sendNextMail(ctx)))) await sendMails(ctx);
  },
});

/** Writes the open announcements of an edition. */
const announce = defineSiteJob({
  name: 'announce',
  inBatches: true,
  input: z.object({ site: z.string() }),
  async run(ctx) {
    if (!(await repeat(() => writeChunk(ctx)))) await ctx.jobs.add('announce', { site: ctx.site.code });
  },
});

/** Continues what a job that was killed, or a process that ended before it could add one, has left. */
const resumeNotices = defineJob({
  name: 'resume-notices',
  input: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    const { rows } = await sql<{ site: string; job: 'announce' | 'mail-notices' }>`
      select distinct site, 'announce' as job from announcement where ended_at is null
      union
      select distinct site, 'mail-notices' from notice_outbox where state = 'due' and due_at <= ${ctx.clock.now()}`.execute(
      acrossSites(ctx.db, 'work that was interrupted continues on every site'),
    );
    for (const { site, job } of rows) if (siteNamed(ctx, site)) await ctx.jobs.add(job, { site });
  },
});

const siteNamed = ({ sites }: JobCtx, code: string) => sites.find((site) => site.code === code);

/** Hourly, so that digests are not lost when the server was down at their hour. */
const noticeDigests = defineJob({
  name: 'notice-digests',
  input: z.object({}),
  cron: '0 * * * *',
  async run(services) {
    for (const site of services.sites) {
      const ctx: Ctx = makeCtx(services, site, visitor, services.requestId);
      const mails = (await prepareDigests(ctx, 'daily')) + (await prepareDigests(ctx, 'weekly'));
      if (mails > 0) await sendMails(ctx);
    }
  },
});

const sweepNotices = defineJob({
  name: 'sweep-notices',
  input: z.object({}),
  cron: '41 3 * * *',
  async run({ db, clock, log }) {
    const before = daysBefore(clock.now(), noticeDays);
    const everywhere = acrossSites(db, 'old notices end on every site');
    await everywhere.deleteFrom('notice').where('noticed_at', '<', before).execute();
    await everywhere.deleteFrom('announcement').where('ended_at', '<', before).execute();
    // a renewed notice may be younger than its mail, and must not be mailed again
    await sql`delete from notice_outbox o where o.state <> 'due' and not exists (
      select from notice n where n.site = o.site and n.mail_id = o.mail_id)`.execute(everywhere);
    const { rows } = await sql<{ mails: number }>`select count(*)::integer as mails from notice_outbox
      where state = 'handed' and changed_at > ${daysBefore(clock.now(), 1)}`.execute(everywhere);
    const mails = rows[0]?.mails ?? 0;
    if (mails > 0)
      log.warn({ mails }, 'it is not known whether these mails about notices reached the mail server');
  },
});

/** The jobs of notices. */
export const noticeJobs: readonly Job[] = [mailNotices, announce, resumeNotices, noticeDigests, sweepNotices];
