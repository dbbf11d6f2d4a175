import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { closingOf } from '../../server/closed-account.ts';
import { closeAccount } from './closing.ts';

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
  const { account_id } = await forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .select('account_id')
    .executeTakeFirstOrThrow();
  if (await closingOf(ctx, account_id)) return;
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

/** Closes the account of a copied profile that its user has claimed. What was not handed over is erased after `eraseAt`. */
export async function closeClaimed(
  ctx: Ctx,
  entries: readonly PersonalData[],
  userId: number,
  eraseAt: Date,
): Promise<void> {
  const { account_id } = await forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .select('account_id')
    .executeTakeFirstOrThrow();
  if (await closingOf(ctx, account_id)) return;
  const closing = { by_owner: true, reason: '', tracks: 'kept', origin: '', erase_at: eraseAt } as const;
  await closeAccount(ctx, entries, { account_id, ...closing });
}
