import { deletedUserName } from '#features/users/model.ts';
import { daysAfter } from '#lib/codes/durations.ts';
import type { Services } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { logSecurity } from '#platform/security-log.ts';
import { nameReservedDays } from '../../leaving.ts';
import { keyWithoutName } from '../../model.ts';
import { closingOf, profilesOf } from '../../server/closed-account.ts';
import { anyEdition, ctxOn, hideEverywhere } from './closing.ts';

type Entries = readonly PersonalData[];

/** Accounts that can no longer be reopened, and those whose erasure was interrupted. */
const due = ({ db, clock }: Services) =>
  db
    .selectFrom('account_closing')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'erasing'),
        eb.and([eb('state', '=', 'closed'), eb('erase_at', '<=', clock.now())]),
      ]),
    )
    .orderBy('erase_at')
    .select('account_id')
    .execute();

/** Erases all accounts that are due. One that fails does not stop the others; the next run continues with it. */
export async function eraseDueAccounts(services: Services, entries: Entries): Promise<void> {
  const failed: unknown[] = [];
  for (const { account_id: accountId } of await due(services)) {
    try {
      await eraseAccount(services, entries, accountId);
    } catch (error) {
      services.log.error({ err: error, accountId }, 'an account was not erased');
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
}

/**
 * Erases an account. Each step is a transaction that may be repeated, so that a run after an interruption continues. What remains
 * is a row without a name, for the tracks and texts that others still see, and the keys of the name until it is free.
 */
async function eraseAccount(services: Services, entries: Entries, accountId: number): Promise<void> {
  const begun = await services.db
    .updateTable('account_closing')
    .set({ state: 'erasing' })
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'erasing'),
        eb.and([eb('state', '=', 'closed'), eb('erase_at', '<=', services.clock.now())]),
      ]),
    )
    .executeTakeFirst();
  const closing = await closingOf(services, accountId);
  // reopened in the meantime
  if (begun.numUpdatedRows === 0n || !closing) return;
  await hideEverywhere(services, entries, accountId);
  for (const { site, userId } of await profilesOf(services, accountId))
    for (const { erase } of entries)
      while (
        erase &&
        (await inTransaction(
          ctxOn(services, site),
          async (tx) => (await erase(tx, userId, closing)) === true,
        ))
      );
  await eraseRow(services, accountId);
  logSecurity(services, 'account.erased', { accountId });
}

/** Tables that contain nothing but the account's own rows. */
const ownTables = [
  'account_address',
  'session',
  'api_token',
  'oauth_code',
  'oauth_application',
  'email_token',
  'account_factor',
  'recovery_code',
  'second_step',
  'passkey_challenge',
  'role_grant',
  'former_name',
  'account_export',
] as const;

const eraseRow = (services: Services, accountId: number) =>
  inTransaction(anyEdition(services), async (tx) => {
    for (const table of ownTables)
      await tx.db.deleteFrom(table).where('account_id', '=', accountId).execute();
    await tx.db
      .updateTable('role_grant')
      .set({ granted_by: null })
      .where('granted_by', '=', accountId)
      .execute();
    await tx.db
      .updateTable('account_look')
      .set({ free_at: daysAfter(tx.clock.now(), nameReservedDays) })
      .where('account_id', '=', accountId)
      .execute();
    await tx.db
      .updateTable('account')
      .set({
        name: deletedUserName,
        name_key: keyWithoutName(accountId),
        email: '',
        email_key: keyWithoutName(accountId),
        email_confirmed_at: null,
        password_hash: 'none',
        supporter_until: null,
      })
      .where('account_id', '=', accountId)
      .execute();
    await tx.db
      .updateTable('account_closing')
      .set({ state: 'erased', reason: '', origin: '' })
      .where('account_id', '=', accountId)
      .execute();
  });
