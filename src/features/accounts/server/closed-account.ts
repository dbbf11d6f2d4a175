import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import type { Ctx, Services, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { lockAccount, renewEmailToken } from './repo.ts';

/** How and why an account is closed; undefined if it is open. */
export const closingOf = ({ db }: Pick<Services, 'db'>, accountId: number) =>
  db.selectFrom('account_closing').selectAll().where('account_id', '=', accountId).executeTakeFirst();

export type Closing = Database['account_closing'];

/**
 * Locks the viewer's account before something is added to it. Throws a Problem if it was closed while this waited: closing has already
 * removed what ends with it.
 */
export async function lockOpenAccount(tx: TxCtx, accountId: number): Promise<void> {
  await lockAccount(tx, accountId);
  const closing = await closingOf(tx, accountId);
  if (closing && closing.state !== 'reopening') throw new Problem(409, 'This account is closed.');
}

/** The profiles of an account on all editions of this installation. */
export async function profilesOf({ db, sites }: Pick<Services, 'db' | 'sites'>, accountId: number) {
  const rows = await acrossSites(db, 'an account has a profile on each edition')
    .selectFrom('profile')
    .where('account_id', '=', accountId)
    .orderBy('site')
    .select(['site', 'user_id', 'closed_at'])
    .execute();
  return rows.flatMap((row) => {
    const site = sites.find(({ code }) => code === row.site);
    return site ? [{ site, userId: row.user_id, isClosed: row.closed_at !== null }] : [];
  });
}

export type OwnProfile = Awaited<ReturnType<typeof profilesOf>>[number];

/**
 * Called when a sign-in has been proven. Of an account that its owner closed, returns the address where it can be reopened; throws
 * a Problem 403 with the reason if the crew closed it. Null if it is open.
 */
export async function reopeningLink(ctx: Ctx, accountId: number): Promise<string | null> {
  const closing = await closingOf(ctx, accountId);
  if (!closing || closing.state === 'reopening') return null;
  if (!closing.by_owner)
    throw new Problem(403, `This account was closed by the crew: ${closing.reason}`, { field: 'Name' });
  if (closing.state === 'erasing' || closing.state === 'erased')
    throw new Problem(403, 'This account is being deleted and can’t be reopened.', {
      field: 'Name',
    });
  return routes.accountReopen(await renewEmailToken(ctx, accountId, 'reopen'));
}
