import { nextId } from '#db/ids.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Ctx } from '#platform/context.ts';

/** Creates the profile for this edition at the first sign-in there. Returns its UserId; null if there was one. */
export async function ensureProfile(
  ctx: Pick<Ctx, 'db' | 'clock' | 'site'>,
  account: { account_id: number; name: string },
): Promise<number | null> {
  const { db, clock, site } = ctx;
  const known = await db
    .selectFrom('profile')
    .select('user_id')
    .where('site', '=', site.code)
    .where('account_id', '=', account.account_id)
    .executeTakeFirst();
  if (known) return null;
  const created = await db
    .insertInto('profile')
    .values({
      site: site.code,
      user_id: nextId('user', site.code),
      account_id: account.account_id,
      name: account.name,
      name_folded: foldForSearch(account.name),
      registered_at: clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['site', 'account_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return created?.user_id ?? null;
}
