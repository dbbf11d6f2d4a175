import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { levelOf } from './level.ts';

/**
 * The same transaction with another user of this edition as the viewer, for what they requested earlier; null if their account is
 * closed. Without a session they have no role.
 */
export async function asUser(tx: TxCtx, userId: number): Promise<TxCtx | null> {
  const row = await forSite(tx, 'profile')
    .innerJoin('account', 'account.account_id', 'profile.account_id')
    .where('profile.user_id', '=', userId)
    .where('profile.closed_at', 'is', null)
    .select(['profile.name', 'account.account_id', 'account.created_at', 'account.email_confirmed_at'])
    .executeTakeFirst();
  if (!row) return null;
  const level = levelOf(
    {
      grantedLevel: null,
      addressConfirmed: row.email_confirmed_at !== null,
      mailDelivers: tx.mail.delivers,
      registeredAt: row.created_at,
      awardsReceived: 0,
      roleWaits: false,
      isSanctioned: false,
    },
    tx.clock.now(),
  );
  const { name, account_id: accountId } = row;
  return { ...tx, client: null, viewer: { accountId, userId, name, level, isSupporter: false, uiMode: 0 } };
}
