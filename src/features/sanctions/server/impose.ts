import type { ActFacts } from '#features/modlog/model.ts';
import { notify } from '#features/notices/server/actions.ts';
import type { SanctionKind } from '#lib/rules/sanctions.ts';
import { endSessions } from '#platform/auth/session.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { endOf, imposedSentence, liftedSentence, type Sanction, sanctionRules } from '../model.ts';
import { lockedSanction, type SanctionTarget, sanctionsInForceOf } from './repo.ts';

export interface NewSanction {
  readonly kind: SanctionKind;
  readonly length: number | 'good';
  readonly everywhere: boolean;
}

const whereOf = (tx: TxCtx, site: string | null) => (site === null ? null : tx.site.name);

/** What the log stores: names with a capital letter are shown. */
const stateIn = (
  tx: TxCtx,
  { sanctionId, site, endsAt }: Pick<Sanction, 'sanctionId' | 'site' | 'endsAt'>,
) => ({
  On: site === null ? 'all editions' : tx.site.label,
  Until: endsAt?.toISOString() ?? 'for good',
  sanctionId,
});

/**
 * Warns, mutes or suspends a user in the transaction of the act. A suspension ends their sessions there; tokens are refused while it
 * is in force. The person gets a notice and a mail.
 */
export async function impose(
  tx: TxCtx,
  { accountId, userId }: SanctionTarget,
  { kind, length, everywhere }: NewSanction,
  reason: string,
): Promise<ActFacts> {
  const site = everywhere ? null : tx.site.code;
  if (kind !== 'warning') await assertNone(tx, accountId, kind, site);
  const endsAt = endOf(length, tx.clock.now());
  const { sanction_id: sanctionId } = await tx.db
    .insertInto('sanction')
    .values({
      account_id: accountId,
      site,
      kind,
      reason,
      imposed_by: tx.viewer.accountId,
      imposed_at: tx.clock.now(),
      ends_at: endsAt,
      lifted_by: null,
      lifted_at: null,
    })
    .returning('sanction_id')
    .executeTakeFirstOrThrow();
  if (kind === 'suspension') await endSessions(tx, accountId, site);
  const text = imposedSentence(kind, whereOf(tx, site), endsAt, reason);
  await notifyPerson(tx, { sanctionId, userId, text, event: 'imposed' });
  return { after: stateIn(tx, { sanctionId, site, endsAt }), personId: userId };
}

/** Refuses a second sanction of the same kind, for example by another moderator at the same time. */
async function assertNone(
  tx: TxCtx,
  accountId: number,
  kind: SanctionKind,
  site: string | null,
): Promise<void> {
  const same = (await sanctionsInForceOf(tx, accountId)).find(
    (one) => one.kind === kind && one.site === site,
  );
  if (!same) return;
  const { label } = sanctionRules[kind];
  throw new Problem(409, `This user already has an active ${label.toLowerCase()}. Lift that first.`);
}

/** Lifts a sanction before its end, or after it to correct the record. */
export async function lift(tx: TxCtx, userId: number, sanctionId: number, reason: string): Promise<ActFacts> {
  const sanction = await lockedSanction(tx, sanctionId);
  if (sanction.liftedAt !== null) throw new Problem(409, 'This sanction has already been lifted.');
  await setLifted(tx, sanctionId, { lifted_at: tx.clock.now(), lifted_by: tx.viewer.accountId });
  const text = liftedSentence(sanction.kind, whereOf(tx, sanction.site), reason);
  await notifyPerson(tx, { sanctionId, userId, text, event: 'lifted' });
  return { before: stateIn(tx, sanction), personId: userId };
}

/** Puts a lifted sanction in force again, with its former end. */
export async function reimpose(
  tx: TxCtx,
  userId: number,
  sanctionId: number,
  reason: string,
): Promise<ActFacts> {
  const sanction = await lockedSanction(tx, sanctionId);
  if (sanction.liftedAt === null) throw new Problem(409, 'This sanction hasn’t been lifted.');
  const { kind, site, endsAt, accountId } = sanction;
  if (endsAt !== null && endsAt <= tx.clock.now())
    throw new Problem(409, 'This sanction would have ended by now. Impose a new one if needed.');
  if (kind !== 'warning') await assertNone(tx, accountId, kind, site);
  await setLifted(tx, sanctionId, { lifted_at: null, lifted_by: null });
  if (kind === 'suspension') await endSessions(tx, accountId, site);
  const text = imposedSentence(kind, whereOf(tx, site), endsAt, reason);
  await notifyPerson(tx, { sanctionId, userId, text, event: 'imposed' });
  return { after: stateIn(tx, sanction), personId: userId };
}

const setLifted = (
  tx: TxCtx,
  sanctionId: number,
  lifted: { lifted_at: Date | null; lifted_by: number | null },
) => tx.db.updateTable('sanction').where('sanction_id', '=', sanctionId).set(lifted).execute();

interface SanctionNews {
  readonly sanctionId: number;
  readonly userId: number;
  readonly text: string;
  readonly event: 'imposed' | 'lifted';
}

/** Sends a notice and a mail, because a suspended user cannot read notices. */
async function notifyPerson(tx: TxCtx, { sanctionId, userId, text, event }: SanctionNews): Promise<void> {
  await notify(tx, {
    to: [userId],
    kind: 'account.moderated',
    text,
    link: routes.accountSanctions(sanctionId),
  });
  await tx.jobs.add('mail-sanction', { site: tx.site.code, sanctionId, event });
}
