import { sql } from 'kysely';
import { recordAct } from '#features/modlog/server/actions.ts';
import { deletedUserName } from '#features/users/model.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import { signOutEverywhere } from '#platform/auth/session.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction, inTransaction, makeCtx } from '#platform/ctx.ts';
import { Problem } from '#platform/http/problem.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { logSecurity } from '#platform/security-log.ts';
import { visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { endWaitingSteps } from '../../second-step/server/second-step.ts';
import { type Closing, closingOf, type OwnProfile, profilesOf } from '../../server/closed-account.ts';
import { lockAccount } from '../../server/repo.ts';
import { closeByCrew, reopenByCrew } from './acts.ts';

/** Tables whose rows of an account end when it is closed; with an application, the tokens that it has of others. */
const endedByClosing = [
  'api_token',
  'oauth_code',
  'oauth_application',
  'email_token',
  'passkey_challenge',
] as const;

type Entries = readonly PersonalData[];

/** A context for work on an account's profile on one edition. */
export const ctxOn = (services: Services, site: Site) => makeCtx(services, site, visitor, 'closing');

/** Any edition: for what belongs to the account itself. */
export const anyEdition = (services: Services) => {
  const [site] = services.sites;
  if (!site) throw new Error('There is no edition.');
  return ctxOn(services, site);
};

/**
 * Closes an account: it is signed out everywhere, its tokens and applications end, and what it wrote is hidden, one transaction per edition. What an
 * interruption leaves undone is completed by the job `complete-closings`.
 */
export async function closeAccount(
  services: Services,
  entries: Entries,
  closing: Omit<Closing, 'state' | 'closed_at'>,
): Promise<void> {
  const accountId = closing.account_id;
  await inTransaction(anyEdition(services), async (tx) => {
    await lockAccount(tx, accountId);
    const before = await closingOf(tx, accountId);
    // the crew may close an account that its owner has closed: it is then no longer erased
    const isNews =
      before?.state === 'reopening' || (before?.state === 'closed' && before.by_owner && !closing.by_owner);
    if (before && !isNews) throw new Problem(409, 'This account is already closed.');
    await tx.db
      .insertInto('account_closing')
      .values({ ...closing, state: 'closed', closed_at: tx.clock.now() })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...closing, state: 'closed' }))
      .execute();
    await signOutEverywhere(tx, accountId);
    for (const table of endedByClosing)
      await tx.db.deleteFrom(table).where('account_id', '=', accountId).execute();
    await endWaitingSteps(tx, accountId);
    const { by_owner: byOwner, tracks } = closing;
    tx.onCommit(async () => logSecurity(services, 'account.closed', { accountId, byOwner, tracks }));
  });
  await hideEverywhere(services, entries, accountId);
  await services.jobs.add('complete-closings', {});
}

/** For so long after an account is closed, the job hides its contributions again: writes that were running then may end after it. */
const hiddenAgainMs = 20 * minuteMs;

/**
 * Hides an account's profiles that are not hidden yet, and again those of an account that was closed a moment ago. Everything that a user
 * wrote is locked in one transaction, in the order of the features, which is not the order of other writes: a deadlock is possible, and
 * the transaction then runs again.
 */
export async function hideEverywhere(services: Services, entries: Entries, accountId: number): Promise<void> {
  const closing = await closingOf(services, accountId);
  if (!closing) return;
  const isRecent = services.clock.now().getTime() - closing.closed_at.getTime() < hiddenAgainMs;
  for (const profile of await profilesOf(services, accountId))
    if (!profile.isClosed || isRecent)
      await inRetriedTransaction(ctxOn(services, profile.site), (tx) =>
        hideProfile(tx, entries, profile, closing),
      );
}

/** Reads again under the lock whether the profile is closed: a job may be doing the same. */
async function lockProfile(tx: TxCtx, { userId }: OwnProfile): Promise<boolean> {
  const row = await tx.db
    .selectFrom('profile')
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .select('closed_at')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.closed_at !== null;
}

async function hideProfile(tx: TxCtx, entries: Entries, profile: OwnProfile, closing: Closing) {
  const isClosed = await lockProfile(tx, profile);
  if (profile.isClosed && !isClosed) return; // it was reopened
  for (const entry of entries) await entry.hide?.(tx, profile.userId, { tracks: closing.tracks });
  if (isClosed) return;
  await setProfile(tx, profile.userId, deletedUserName, tx.clock.now());
  if (!closing.by_owner) {
    const subject = { kind: 'user', id: profile.userId };
    const { reason } = closing;
    await recordAct(tx, closeByCrew, { subject, reason, personId: profile.userId });
  }
}

const setProfile = (tx: TxCtx, userId: number, name: string, closedAt: Date | null) =>
  tx.db
    .updateTable('profile')
    .set({ name, name_folded: foldForSearch(name), closed_at: closedAt })
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .execute();

/** Reopens an account: everything that closing it hid is shown again. `reason`: of the crew; null: its owner came back. */
export async function reopenAccount(
  services: Services,
  entries: Entries,
  accountId: number,
  reason: string | null,
): Promise<void> {
  await inTransaction(anyEdition(services), async (tx) => {
    await lockAccount(tx, accountId);
    const closing = await closingOf(tx, accountId);
    if (!closing) throw new Problem(409, 'This account is open.');
    if (closing.state === 'erasing' || closing.state === 'erased')
      throw new Problem(409, 'This account is being deleted and can’t be reopened.');
    if (reason !== null)
      for (const { site, userId } of await profilesOf(tx, accountId)) {
        const subject = { kind: 'user', id: userId };
        await recordAct({ ...tx, site }, reopenByCrew, { subject, reason, personId: userId });
      }
    await tx.db
      .updateTable('account_closing')
      .set({ state: 'reopening', erase_at: null })
      .where('account_id', '=', accountId)
      .execute();
    tx.onCommit(async () =>
      logSecurity(services, 'account.reopened', { accountId, byOwner: reason === null }),
    );
  });
  await showEverywhere(services, entries, accountId);
  await services.jobs.add('complete-closings', {});
}

/** Shows the profiles of an account that is being reopened. */
export async function showEverywhere(services: Services, entries: Entries, accountId: number): Promise<void> {
  const { name } = await services.db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('name')
    .executeTakeFirstOrThrow();
  for (const profile of await profilesOf(services, accountId))
    if (profile.isClosed)
      await inRetriedTransaction(ctxOn(services, profile.site), async (tx) => {
        if (!(await lockProfile(tx, profile))) return;
        // the name first: what is shown again may be found by it
        await setProfile(tx, profile.userId, name, null);
        for (const entry of [...entries].reverse()) await entry.show?.(tx, profile.userId);
      });
}

/** Recalculates what depends on hidden or shown rows, one piece per transaction. */
export async function settleEverywhere(services: Services, entries: Entries): Promise<void> {
  for (const site of services.sites)
    for (const { settle } of entries)
      while (settle && (await inRetriedTransaction(ctxOn(services, site), (tx) => settle(tx))));
}

/** Ends the closing of accounts whose profiles are shown and whose tracks and replays are counted again: the last step of reopening. */
export async function endClosings(services: Services): Promise<void> {
  const open = await services.db
    .selectFrom('account_closing')
    .where('state', '=', 'reopening')
    .select('account_id')
    .execute();
  for (const { account_id: accountId } of open) {
    const profiles = await profilesOf(services, accountId);
    if (profiles.some(({ isClosed }) => isClosed)) continue;
    for (const { site, userId } of profiles)
      await inTransaction(ctxOn(services, site), async (tx) => {
        await sql`select from profile where site = ${site.code} and user_id = ${userId} for no key update`.execute(
          tx.db,
        );
        await recountPeople(tx, [userId]);
      });
    await services.db
      .deleteFrom('account_closing')
      .where('account_id', '=', accountId)
      .where('state', '=', 'reopening')
      .execute();
  }
}
