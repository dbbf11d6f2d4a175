import { randomBytes } from 'node:crypto';
import { dayMs, hourMs } from '#lib/codes/durations.ts';
import { hashOf } from '#platform/auth/session-adapter.ts';
import type { Ctx, Services, TxCtx } from '#platform/context.ts';
import { beginsWith } from '#platform/lists/search-text.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { emailKey, nameKey } from '../model.ts';
import { endWaitingSteps } from '../second-step/server/second-step.ts';
import { claimLookKeys } from './look-keys.ts';

type Db = Pick<Services, 'db'>;

const columns = [
  'account_id',
  'name',
  'email',
  'email_key',
  'email_confirmed_at',
  'password_hash',
  'supporter_until',
] as const;

/**
 * An address belongs to the account that proved it. Until then its key has a random suffix after a space, which no address
 * contains: any number of users may type the same address, and registering never reveals that it is taken.
 */
const unprovenKey = (email: string) => `${emailKey(email)} ${randomBytes(9).toString('base64url')}`;

export const accountById = ({ db }: Db, accountId: number) =>
  db.selectFrom('account').select(columns).where('account_id', '=', accountId).executeTakeFirst();

export const accountByName = ({ db }: Db, name: string) =>
  db.selectFrom('account').select(columns).where('name_key', '=', nameKey(name)).executeTakeFirst();

export const ownerOfAddress = ({ db }: Db, email: string) =>
  db.selectFrom('account').select(columns).where('email_key', '=', emailKey(email)).executeTakeFirst();

/** The oldest account that typed this address without having proved it. */
export const claimantOfAddress = ({ db }: Db, email: string) =>
  db
    .selectFrom('account')
    .select(columns)
    .where((eb) => beginsWith(eb.ref('email_key'), `${emailKey(email)} `))
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();

export type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>;

/**
 * The new account's id, or null if the name is taken or looks like a taken one. With null the transaction must be rolled
 * back.
 */
export async function insertAccount(
  { db, clock }: Pick<TxCtx, 'db' | 'clock' | 'inTransaction'>,
  person: { name: string; email: string; passwordHash: string },
): Promise<number | null> {
  const row = await db
    .insertInto('account')
    .values({
      name: person.name,
      name_key: nameKey(person.name),
      email: person.email,
      email_key: unprovenKey(person.email),
      password_hash: person.passwordHash,
      created_at: clock.now(),
      has_look_keys: true,
    })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (!row) return null;
  return (await claimLookKeys({ db, clock }, row.account_id, person.name)) ? row.account_id : null;
}

/** The data that the mark of a known browser is bound to. */
export const passwordOwner = ({ db }: Db, accountId: number) =>
  db
    .selectFrom('account')
    .select(['account_id', 'password_hash'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();

export async function setPassword({ db }: Db, accountId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('account_id', '=', accountId)
    .execute();
  await endWaitingSteps({ db }, accountId);
}

/** The account that proved this address, read after concurrent proofs have finished. */
async function lockedOwner(tx: Db, email: string): Promise<Account | undefined> {
  await lockUntilCommit(tx, `address ${emailKey(email)}`);
  return ownerOfAddress(tx, email);
}

/** Assigns the address to the account that proved it; false if another account proved it before. */
export async function claimAddress(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: Account,
): Promise<boolean> {
  if (account.email_confirmed_at) return true;
  const owner = await lockedOwner({ db }, account.email);
  if (owner && owner.account_id !== account.account_id) return false;
  await db
    .updateTable('account')
    .set({ email_key: emailKey(account.email), email_confirmed_at: clock.now() })
    .where('account_id', '=', account.account_id)
    .execute();
  return true;
}

/**
 * Changes the address of an account to an already confirmed one; false if another account proved it before. Links mailed to the
 * old address become invalid.
 */
export async function moveAddress(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: number,
  email: string,
): Promise<boolean> {
  const owner = await lockedOwner({ db }, email);
  if (owner && owner.account_id !== accountId) return false;
  await db
    .updateTable('account')
    .set({ email, email_key: emailKey(email), email_confirmed_at: clock.now() })
    .where('account_id', '=', accountId)
    .execute();
  await db
    .deleteFrom('email_token')
    .where('account_id', '=', accountId)
    // the link that confirms this address is stored as used
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('purpose', '<>', 'change')]))
    .execute();
  return true;
}

export const tokenLifeMs = { confirm: 3 * dayMs, reset: hourMs, change: dayMs, reopen: hourMs } as const;

/** Creates a secret for a mail and invalidates older ones for the same purpose. Only its hash is stored. */
export async function renewEmailToken(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: number,
  purpose: keyof typeof tokenLifeMs,
  email: string | null = null,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db
    .deleteFrom('email_token')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute();
  await db
    .insertInto('email_token')
    .values({
      token_hash: hashOf(token),
      account_id: accountId,
      purpose,
      email,
      expires_at: new Date(clock.now().getTime() + tokenLifeMs[purpose]),
    })
    .execute();
  return token;
}

/** The account of a secret, without using it up. */
export const holderOfToken = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  purpose: keyof typeof tokenLifeMs,
) =>
  db
    .selectFrom('email_token')
    .innerJoin('account', 'account.account_id', 'email_token.account_id')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .select(columns.map((column) => `account.${column}` as const))
    .select('email_token.email as new_email')
    .executeTakeFirst();

export type TokenHolder = NonNullable<Awaited<ReturnType<typeof holderOfToken>>>;

/** Uses a secret up; false if a concurrent request was faster. */
export async function spendToken({ db }: Db, token: string): Promise<boolean> {
  const gone = await db.deleteFrom('email_token').where('token_hash', '=', hashOf(token)).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Uses a secret up that confirms an address, and keeps it until it expires: a second press on its link is recognised. */
export async function acceptConfirmation(
  { db, clock }: Db & Pick<Services, 'clock'>,
  token: string,
): Promise<boolean> {
  const used = await db
    .updateTable('email_token')
    .set({ used_at: clock.now() })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Whether this secret has confirmed an address that the account still has. */
export async function hasConfirmed(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<boolean> {
  const used = await db
    .selectFrom('email_token')
    .innerJoin('account', 'account.account_id', 'email_token.account_id')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', ['confirm', 'change'])
    .where('used_at', 'is not', null)
    .where('expires_at', '>', clock.now())
    .where('account.email_confirmed_at', 'is not', null)
    .select(['email_token.email as new_email', 'account.email_key'])
    .executeTakeFirst();
  return used !== undefined && (used.new_email === null || emailKey(used.new_email) === used.email_key);
}

export async function sweepEmailTokens({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('email_token').where('expires_at', '<=', clock.now()).execute();
}

export async function setUiMode(
  { db, site, viewer }: Pick<Ctx, 'db' | 'site' | 'viewer'>,
  mode: number,
): Promise<void> {
  await db
    .updateTable('profile')
    .set({ ui_mode: mode })
    .where('site', '=', site.code)
    .where('user_id', '=', viewer.userId)
    .execute();
}

/** Serialises changes of one account's factors and tokens. */
export const lockAccount = ({ db }: TxCtx, accountId: number) =>
  db.selectFrom('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute();
