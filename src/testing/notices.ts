import type { Delivery, NoticeGroup, NoticeKind } from '#features/notices/kinds.ts';
import { chooseDeliveries, notify } from '#features/notices/server/actions.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { TestCtx } from './ctx.ts';

/** The viewer chooses how to get the notices of some groups. */
export const choose = (ctx: TestCtx, chosen: Partial<Record<NoticeGroup, Delivery>>) =>
  inTransaction(ctx, (tx) => chooseDeliveries(tx, chosen, `http://${ctx.site.host}:4321`));

/** The viewer of `by` notifies the viewer of `to`. */
export const notifyUser = (by: TestCtx, to: TestCtx, kind: NoticeKind, text: string, link = '/trackshow/1') =>
  inTransaction(by, (tx) => notify(tx, { to: [to.viewer.userId], kind, text, link }));

/** Runs a job by its name, and those that it adds. */
export async function runJob(ctx: TestCtx, name: string, payload: object = {}): Promise<void> {
  await ctx.jobs.add(name, payload);
  while (ctx.jobs.waiting.length > 0) await ctx.jobs.runAll(ctx);
}

export const mailStates = async (ctx: TestCtx): Promise<string[]> => {
  const rows = await ctx.db
    .selectFrom('notice_outbox')
    .where('site', '=', ctx.site.code)
    .orderBy('mail_id')
    .select('state')
    .execute();
  return rows.map(({ state }) => state);
};
