import { sql } from 'kysely';
import { lookAlikeKeys } from '#features/users/look-alikes.ts';
import type { Services, TxCtx } from '#platform/context.ts';

type Db = Pick<Services, 'db'>;

/** Number of accounts per statement. */
const batch = 500;

/**
 * Creates look-alike keys for accounts that have none. Called before an account is created; there is nearly always nothing to
 * do. Older accounts may look alike: the first one gets the key, and all stay as they are.
 */
export async function addMissingLookKeys({ db }: Db): Promise<void> {
  for (;;) {
    const accounts = await db
      .selectFrom('account')
      .select(['account_id', 'name'])
      .where('has_look_keys', '=', false)
      .orderBy('account_id')
      .limit(batch)
      .execute();
    if (accounts.length === 0) return;
    const rows = accounts.flatMap(({ account_id, name }) =>
      lookAlikeKeys(name).map((look_key) => ({ look_key, account_id })),
    );
    await db
      .insertInto('account_look')
      .values(rows.sort((a, b) => a.account_id - b.account_id || (a.look_key < b.look_key ? -1 : 1)))
      .onConflict((conflict) => conflict.column('look_key').doNothing())
      .execute();
    const ids = accounts.map(({ account_id }) => account_id);
    await db.updateTable('account').set({ has_look_keys: true }).where('account_id', 'in', ids).execute();
  }
}

/**
 * Claims all keys of an account's name; false if another account has one of them, also one of an address or of a former name that is
 * still reserved. Must run in the transaction that creates or renames the account: of two concurrent ones the second waits here for
 * the first, then gets false.
 */
export const claimLookKeys = (
  services: Pick<Services, 'db' | 'clock'>,
  accountId: number,
  name: string,
): Promise<boolean> => claimKeys(services, accountId, name, false);

async function claimKeys(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: number,
  text: string,
  ofAddress: boolean,
): Promise<boolean> {
  // always in the same order, to avoid deadlocks
  const keys = lookAlikeKeys(text).sort();
  const taken = await db
    .insertInto('account_look')
    .values(keys.map((look_key) => ({ look_key, account_id: accountId, of_address: ofAddress })))
    .onConflict((conflict) =>
      conflict
        .column('look_key')
        .doUpdateSet({
          account_id: accountId,
          free_at: null,
          // a key of another account becomes free when that is erased, with its addresses
          of_address: ofAddress
            ? true
            : sql<boolean>`account_look.account_id = ${accountId} and account_look.of_address`,
        })
        .where((eb) =>
          eb.or([
            eb('account_look.account_id', '=', accountId),
            eb('account_look.free_at', '<=', clock.now()),
          ]),
        ),
    )
    .returning('look_key')
    .execute();
  return taken.length === keys.length;
}

/**
 * Claims all keys of a custom address for its account permanently; false if another account has a name or an address with one of
 * them. With false the transaction must be rolled back.
 */
export async function claimAddress(tx: TxCtx, accountId: number, address: string): Promise<boolean> {
  await addMissingLookKeys(tx);
  return claimKeys(tx, accountId, address, true);
}

/** Reserves the keys that the account had before its current name, except those of its addresses, which stay with it. */
export async function reserveLookKeys(
  { db }: Db,
  accountId: number,
  name: string,
  freeAt: Date,
): Promise<void> {
  await db
    .updateTable('account_look')
    .set({ free_at: freeAt })
    .where('account_id', '=', accountId)
    .where('free_at', 'is', null)
    .where('of_address', '=', false)
    .where('look_key', 'not in', lookAlikeKeys(name))
    .execute();
}
