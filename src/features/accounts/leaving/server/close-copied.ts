import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { closingOf } from '../../server/closed-account.ts';
import { closeAccount, reopenAccount } from './closing.ts';

async function accountOf(ctx: Ctx, userId: number): Promise<number> {
  const { account_id } = await forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .select('account_id')
    .executeTakeFirstOrThrow();
  return account_id;
}

/**
 * Closes the account of a user who was copied from another site and has left it: the name is gone, and what the user wrote is hidden, as
 * there. `keepsTracks`: the other site still shows tracks and replays. Nothing happens to one that is already closed.
 */
export async function closeCopied(
  ctx: Ctx,
  entries: readonly PersonalData[],
  userId: number,
  { keepsTracks, origin }: { readonly keepsTracks: boolean; readonly origin: string },
): Promise<void> {
  const account_id = await accountOf(ctx, userId);
  const before = await closingOf(ctx, account_id);
  if (before && before.state !== 'reopening') return;
  const tracks = keepsTracks ? 'kept' : 'removed';
  await closeAccount(ctx, entries, {
    account_id,
    by_owner: true,
    reason: '',
    tracks,
    origin,
    erase_at: null,
  });
}

/**
 * Reopens the account of a copied user who is back at the other site, with everything that was hidden. Returns false if it is erased, or
 * the crew of this site has closed it.
 */
export async function reopenCopied(
  ctx: Ctx,
  entries: readonly PersonalData[],
  userId: number,
): Promise<boolean> {
  const accountId = await accountOf(ctx, userId);
  const closing = await closingOf(ctx, accountId);
  if (!closing || closing.state === 'reopening') return true;
  if (closing.state !== 'closed' || !closing.by_owner) return false;
  await reopenAccount(ctx, entries, accountId, null);
  return true;
}

/** Closes the account of a copied profile that its user has claimed. What was not handed over is erased after `eraseAt`. */
export async function closeClaimed(
  ctx: Ctx,
  entries: readonly PersonalData[],
  userId: number,
  eraseAt: Date,
): Promise<void> {
  const account_id = await accountOf(ctx, userId);
  if (await closingOf(ctx, account_id)) return;
  const closing = { by_owner: true, reason: '', tracks: 'kept', origin: '', erase_at: eraseAt } as const;
  await closeAccount(ctx, entries, { account_id, ...closing });
}
