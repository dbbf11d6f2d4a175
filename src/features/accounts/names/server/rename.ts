import type { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import type { Ctx, Services, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { checkWords } from '#platform/switches/check-words.ts';
import type { NameForm } from '../../forms.ts';
import { daysBetweenRenames, nameReservedDays } from '../../leaving.ts';
import { cleanName, nameKey, nameMistake } from '../../model.ts';
import { lockOpenAccount } from '../../server/closed-account.ts';
import type { From } from '../../server/form-sender.ts';
import { claimLookKeys, reserveLookKeys } from '../../server/look-keys.ts';
import { ownAccountId } from '../../server/policy.ts';
import { proveInForm } from '../../server/prove-identity.ts';
import { addMissingKeys } from './older-addresses.ts';

/** When the account may change its name again; null: now. */
export async function nextRename(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: number,
): Promise<Date | null> {
  const last = await db
    .selectFrom('former_name')
    .where('account_id', '=', accountId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .select('changed_at')
    .executeTakeFirst();
  const next = last ? daysAfter(last.changed_at, daysBetweenRenames) : null;
  return next && next > clock.now() ? next : null;
}

const refused = (status: number, detail: string) => new Problem(status, detail, { field: 'Name' });

const assertNotTooSoon = async (ctx: Pick<Ctx, 'db' | 'clock'>, accountId: number) => {
  const next = await nextRename(ctx, accountId);
  if (next) throw refused(409, `You can change your name again on ${next.toISOString().slice(0, 10)}.`);
};

/** Checks the new name, by the rules of registration, and the proof in the form. */
export async function prepareName(ctx: Ctx, form: z.output<typeof NameForm>, from: From): Promise<string> {
  const accountId = ownAccountId(ctx);
  const name = cleanName(form.Name);
  const mistake = nameMistake(name, ctx.sites);
  if (mistake) throw refused(422, mistake);
  await assertNotTooSoon(ctx, accountId);
  await proveInForm(ctx, from, accountId, form);
  await addMissingKeys(ctx);
  return name;
}

/**
 * Changes the name of the viewer's account on all editions. Others cannot take the old name, or one that looks like it, for some
 * time.
 */
export async function rename(tx: TxCtx, name: string, from: From): Promise<{ Name: string }> {
  const accountId = ownAccountId(tx);
  await lockOpenAccount(tx, accountId);
  await assertNotTooSoon(tx, accountId);
  await setName(tx, accountId, name);
  tx.onCommit(async () => logSecurity(tx, 'account.renamed', { accountId }));
  const letter = { site: tx.site.code, accountId, origin: from.origin, event: 'name-changed' };
  await tx.jobs.add('mail-security', letter);
  return { Name: name };
}

async function setName(tx: TxCtx, accountId: number, name: string): Promise<void> {
  const now = tx.clock.now();
  const { name: before } = await tx.db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('name')
    .executeTakeFirstOrThrow();
  if (before === name) throw refused(422, 'This is already your name.');
  const other = await tx.db
    .selectFrom('account')
    .where('name_key', '=', nameKey(name))
    .where('account_id', '<>', accountId)
    .select('account_id')
    .executeTakeFirst();
  if (other || !(await claimLookKeys(tx, accountId, name)))
    throw refused(409, `The name “${name}” is taken, or too similar to one that is.`);
  await reserveLookKeys(tx, accountId, name, daysAfter(now, nameReservedDays));
  await tx.db
    .insertInto('former_name')
    .values({ account_id: accountId, name: before, changed_at: now })
    .execute();
  await tx.db
    .updateTable('account')
    .set({ name, name_key: nameKey(name) })
    .where('account_id', '=', accountId)
    .execute();
  const profiles = await acrossSites(tx.db, 'a name is the same on all editions')
    .updateTable('profile')
    .set({ name, name_folded: nameKey(name) })
    .where('account_id', '=', accountId)
    .returning(['site', 'user_id'])
    .execute();
  for (const { site: code, user_id: userId } of profiles) {
    const site = tx.sites.find((one) => one.code === code);
    if (site) await checkWords({ ...tx, site }, 'user', userId, userId);
  }
}

/** Removes former names that others may use again. */
export async function sweepNames({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('account_look').where('free_at', '<=', clock.now()).execute();
  await db
    .deleteFrom('former_name')
    .where('changed_at', '<=', daysBefore(clock.now(), nameReservedDays))
    .execute();
}
