import { forSite } from '#db/for-site.ts';
import { nextId, takeId } from '#db/ids.ts';
import { deletedUserName } from '#features/users/model.ts';
import { daysAfter } from '#lib/codes/durations.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { nameReservedDays } from '../leaving.ts';
import { cleanName, keyWithoutName } from '../model.ts';
import { addMissingLookKeys } from './look-keys.ts';
import { insertAccount } from './repo.ts';

/** No mail reaches it (RFC 2606), so nobody can set a password for the account of a copied user. */
const noMail = '@mirror.invalid';

/** A user of another site. */
export interface CopiedUser {
  /** the id there, which the profile gets if it is free here */
  readonly id: number;
  readonly name: string;
  /** the host of the other site: part of the name if the name itself is taken here */
  readonly host: string;
  readonly registeredAt: Date | null;
  readonly comments: string | null;
}

class NameIsTaken extends Error {}

/** The name itself, or one that says where the user is from. */
function* namesFor({ id, name: given, host }: CopiedUser): Generator<string> {
  const name = cleanName(given) || `User ${id}`;
  yield name;
  yield `${name} (${host})`;
  for (let n = 1; n < 100; n++) yield `${name} (${host} ${n})`;
}

/**
 * Creates a profile for a user of another site, with an account that cannot sign in. `noted` runs in the same transaction. Returns the
 * UserId.
 */
export async function importUser(
  ctx: Ctx,
  user: CopiedUser,
  noted: (tx: TxCtx, userId: number) => Promise<void>,
): Promise<number> {
  await addMissingLookKeys(ctx);
  for (const free of namesFor(user)) {
    try {
      return await inTransaction(ctx, async (tx) => {
        const userId = await insertUser(tx, user, free);
        await noted(tx, userId);
        return userId;
      });
    } catch (error) {
      if (!(error instanceof NameIsTaken)) throw error;
    }
  }
  throw new Error(`No name is free for user ${user.id} of ${user.host}.`);
}

async function insertUser(
  tx: TxCtx,
  { id, host, registeredAt, comments }: CopiedUser,
  name: string,
): Promise<number> {
  const site = tx.site.code;
  const accountId = await insertAccount(tx, {
    name,
    email: `${site}.${id}.${host}${noMail}`,
    passwordHash: 'none',
  });
  if (accountId === null) throw new NameIsTaken();
  const isTaken = await forSite(tx, 'profile').where('user_id', '=', id).select('user_id').executeTakeFirst();
  const own = isTaken ? null : await takeId(tx.db, 'user', site, id);
  const { user_id } = await tx.db
    .insertInto('profile')
    .values({
      site,
      user_id: own ?? nextId('user', site),
      account_id: accountId,
      name,
      name_folded: foldForSearch(name),
      registered_at: registeredAt ?? tx.clock.now(),
      user_comments: comments || null,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

/** Follows a change of a copied user: the text of the profile. The name stays, because others may link to it. */
export async function updateImportedUser(tx: Ctx, userId: number, comments: string | null): Promise<void> {
  await tx.db
    .updateTable('profile')
    .set({ user_comments: comments || null })
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .execute();
}

/** Reserves the name of a copied user for the account of the user who claimed the profile, and takes it from the copied one. */
export async function handOverName(tx: TxCtx, from: number, to: number): Promise<void> {
  const rows = await forSite(tx, 'profile')
    .where('user_id', 'in', [from, to])
    .select(['user_id', 'account_id'])
    .execute();
  const accountOf = (userId: number) => rows.find(({ user_id }) => user_id === userId)?.account_id;
  const [copied, own] = [accountOf(from), accountOf(to)];
  if (copied === undefined || own === undefined) throw new Error(`Profile ${from} or ${to} does not exist.`);
  await tx.db
    .updateTable('account_look')
    .set({ account_id: own, free_at: daysAfter(tx.clock.now(), nameReservedDays) })
    .where('account_id', '=', copied)
    .execute();
  await tx.db
    .updateTable('account')
    .set({ name: deletedUserName, name_key: keyWithoutName(copied) })
    .where('account_id', '=', copied)
    .execute();
}
