import { type ControlledTransaction, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { hourMs, minuteMs } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { sendLimited } from '#platform/mail/limited.ts';
import { MailRefused } from '#platform/mail/mailer.ts';
import { mailOf } from './mail.ts';

/** Pauses after a server has refused a mail for the time being; then it is given up. */
export const retryAfterMs = [minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs];

type State = 'due' | 'handed' | 'sent' | 'refused' | 'withheld' | 'dropped';

interface DueMail {
  readonly mail_id: number;
  readonly user_id: number;
  readonly delivery: string;
  readonly tries: number;
}

/**
 * Sends the oldest due mail of the edition; returns false if none is due. Never twice: the row stays locked while the mail is
 * prepared and sent to the server, and the transaction commits "handed" immediately before the dot that lets the server accept
 * it. A process that ends before has sent nothing, and the row is due again; one that ends after leaves "handed", which is never
 * sent again. Throws if the server is not available: nothing has changed then.
 */
export async function sendNextMail(ctx: Ctx): Promise<boolean> {
  const tx = await ctx.db.startTransaction().execute();
  const inside: Ctx = { ...ctx, db: tx };
  try {
    const due = await lockNext(inside);
    if (due) await send(ctx, inside, tx, due);
    else await tx.rollback().execute();
    return due !== undefined;
  } catch (error) {
    if (!tx.isCommitted && !tx.isRolledBack)
      await tx
        .rollback()
        .execute()
        .catch(() => {});
    throw error;
  }
}

const lockNext = (ctx: Ctx): Promise<DueMail | undefined> =>
  forSite(ctx, 'notice_outbox')
    .where('notice_outbox.state', '=', 'due')
    .where('notice_outbox.due_at', '<=', ctx.clock.now())
    .orderBy('notice_outbox.due_at')
    .orderBy('notice_outbox.mail_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(['mail_id', 'user_id', 'delivery', 'tries'])
    .executeTakeFirst();

async function send(ctx: Ctx, inside: Ctx, tx: ControlledTransaction<Database>, due: DueMail): Promise<void> {
  const end = async (state: State) => {
    await setState(inside, due, state);
    await tx.commit().execute();
  };
  const mail = await mailOf(inside, due);
  if (!mail) return end('dropped');
  try {
    const outcome = await sendLimited(ctx, 'notice', mail, { handingOver: () => end('handed') });
    if (outcome === 'withheld') return end('withheld');
    if (tx.isCommitted) await setState(ctx, due, 'sent');
    else await end('sent');
  } catch (error) {
    if (!(error instanceof MailRefused)) {
      if (!tx.isCommitted) throw error;
      ctx.log.warn(
        { err: error, mailId: due.mail_id, site: ctx.site.code },
        'a notice may not have reached its mail server',
      );
      return;
    }
    // a refusal, even after the dot, means that the server has not accepted it
    const after = tx.isCommitted ? ctx : inside;
    const pauseMs = error.isFinal ? undefined : retryAfterMs[due.tries];
    await setState(after, due, pauseMs === undefined ? 'refused' : 'due', pauseMs);
    if (!tx.isCommitted) await tx.commit().execute();
  }
}

async function setState(ctx: Ctx, { mail_id }: DueMail, state: State, pauseMs = 0): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('notice_outbox')
    .where('site', '=', ctx.site.code)
    .where('mail_id', '=', mail_id)
    .set({
      state,
      changed_at: now,
      ...(state === 'due' && {
        due_at: new Date(now.getTime() + pauseMs),
        tries: sql<number>`tries + 1`,
      }),
    })
    .execute();
}
