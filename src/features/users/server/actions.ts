import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';

/** A user of this edition; a Problem 404 if there is none with this id. */
export async function personById(tx: TxCtx, userId: number) {
  const person = await forSite(tx, 'profile')
    .where('user_id', '=', userId)
    .select(['user_id', 'name'])
    .executeTakeFirst();
  if (!person) throw notFound('This user');
  return person;
}

type Person = Awaited<ReturnType<typeof personById>>;

/**
 * Adds a user to the viewer's favourites, or removes them. The counter changes together with the row, so that two concurrent
 * presses count once.
 */
export async function toggleFavorite(
  tx: TxCtx,
  { user_id: userId, name }: Person,
): Promise<{ Added: boolean; Name: string }> {
  const site = tx.site.code;
  const me = tx.viewer.userId;
  const { numDeletedRows } = await tx.db
    .deleteFrom('favorite_user')
    .where('site', '=', site)
    .where('user_id', '=', me)
    .where('favorite_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) {
    await countFavorite(tx, userId, -1);
    return { Added: false, Name: name };
  }
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('favorite_user')
    .values({ site, user_id: me, favorite_id: userId, added_at: tx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) await countFavorite(tx, userId, 1);
  return { Added: true, Name: name };
}

const countFavorite = (tx: TxCtx, userId: number, step: 1 | -1) =>
  tx.db
    .updateTable('profile')
    .set((eb) => ({ favorites: eb('favorites', '+', step) }))
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .execute();

/**
 * Withdraws a current or former address that readers would take for another user. It leads nowhere then, and its user may choose
 * another one at once.
 */
export async function withdrawAddress(tx: TxCtx, userId: number, address: string): Promise<void> {
  await tx.db
    .updateTable('profile')
    .set({ custom_url: null, custom_url_at: null })
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .where('custom_url', '=', address)
    .execute();
  await tx.db
    .deleteFrom('profile_address')
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .execute();
}

/** Marks addresses as compared with names: their keys exist. */
export async function markCompared(
  { db }: Pick<TxCtx, 'db'>,
  site: string,
  addresses: readonly string[],
): Promise<void> {
  await db
    .updateTable('profile_address')
    .set({ has_look_keys: true })
    .where('site', '=', site)
    .where('address', 'in', addresses)
    .execute();
}
