import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { bindingOf, bindTo, type ClaimRow, claimRow, lockedClaim } from './claim-rows.ts';
import { openDispute } from './proof.ts';

const subjectOf = ({ claim_id }: ClaimRow) => ({ kind: 'loginclaim', id: claim_id }) as const;

const oneLine = (reason: string) => reason.replace(/\s+/g, ' ').trim();

const tell = (tx: TxCtx, claim: ClaimRow, userId: number | null, text: string, reason: string) =>
  notify(tx, {
    to: userId === null ? [] : [userId],
    kind: 'login.decided',
    text: `${text} Reason: ${oneLine(reason)}`,
    link: routes.loginClaim(claim.claim_id),
  });

/** Gives the login to the user who claims it. What its former owner posted stays as it is. */
export async function grantClaim(tx: TxCtx, claimId: number, reason: string): Promise<void> {
  const claim = await lockedClaim(tx, claimId);
  if (claim.state !== 'disputed') throw new Problem(409, 'This claim waits for no decision.');
  const holder = await bindingOf(tx, claim.login_key);
  const now = tx.clock.now();
  await recordModeration(tx, {
    act: 'login.transfer',
    subject: subjectOf(claim),
    reason,
    before: {
      Login: claim.login,
      holderId: holder?.user_id ?? null,
      holderProof: holder?.proof ?? null,
      holderReplay: holder?.replay_id ?? null,
      holderSince: holder?.bound_at.toISOString() ?? null,
    },
    after: { Login: claim.login, claimantId: claim.user_id },
    personId: holder?.user_id ?? claim.user_id,
  });
  await bindTo(tx, claim, { user_id: claim.user_id, proof: 'moderator', replay_id: null, bound_at: now });
  await claimRow(tx, claimId).set({ state: 'granted', decided_at: now }).execute();
  await tell(tx, claim, claim.user_id, `The login ${claim.login} is yours now.`, reason);
  if (holder && holder.user_id !== claim.user_id)
    await tell(tx, claim, holder.user_id, `The login ${claim.login} now belongs to another player.`, reason);
}

/** What the act that granted a claim stored about the former owner. */
export interface FormerHolder {
  readonly userId: number;
  readonly proof: 'replay' | 'record' | 'moderator';
  readonly replayId: number | null;
  readonly since: Date;
}

/** Gives the login back to its former owner, which undoes that it was granted. The claim is open again. */
export async function returnLogin(
  tx: TxCtx,
  claimId: number,
  former: FormerHolder | null,
  reason: string,
): Promise<void> {
  const claim = await lockedClaim(tx, claimId);
  const binding = await bindingOf(tx, claim.login_key);
  if (claim.state !== 'granted' || binding?.user_id !== claim.user_id)
    throw new Problem(409, 'This login has changed hands since.');
  if (former === null) throw new Problem(409, 'The former owner of this login is not stored.');
  await recordModeration(tx, {
    act: 'login.return',
    subject: subjectOf(claim),
    reason,
    before: { Login: claim.login, claimantId: claim.user_id },
    after: { Login: claim.login, holderId: former.userId },
    personId: claim.user_id,
  });
  await bindTo(tx, claim, {
    user_id: former.userId,
    proof: former.proof,
    replay_id: former.replayId,
    bound_at: former.since,
  });
  await disputeAgain(tx, claim, former.userId);
  await tell(tx, claim, former.userId, `The login ${claim.login} is yours again.`, reason);
  await tell(tx, claim, claim.user_id, `The login ${claim.login} is back with its former owner.`, reason);
}

async function disputeAgain(tx: TxCtx, claim: ClaimRow, holderId: number | null): Promise<void> {
  await claimRow(tx, claim.claim_id)
    .set({ state: 'disputed', decided_at: null, holder_id: holderId })
    .execute();
  await openDispute(tx, claim, claim.proof ?? 'replay');
}

/** Leaves the login with its owner. */
export async function rejectClaim(tx: TxCtx, claimId: number, reason: string): Promise<void> {
  const claim = await lockedClaim(tx, claimId);
  if (claim.state !== 'disputed') throw new Problem(409, 'This claim waits for no decision.');
  await recordModeration(tx, {
    act: 'claim.reject',
    subject: subjectOf(claim),
    reason,
    before: { Login: claim.login },
    personId: claim.user_id,
  });
  await claimRow(tx, claimId).set({ state: 'rejected', decided_at: tx.clock.now() }).execute();
  await tell(tx, claim, claim.user_id, `Your claim to the login ${claim.login} was rejected.`, reason);
  await tell(tx, claim, claim.holder_id, `The login ${claim.login} stays yours.`, reason);
}

/** A rejected claim waits for a decision again. */
export async function reopenClaim(tx: TxCtx, claimId: number, reason: string): Promise<void> {
  const claim = await lockedClaim(tx, claimId);
  if (claim.state !== 'rejected') throw new Problem(409, 'This claim is not rejected.');
  await recordModeration(tx, {
    act: 'claim.reopen',
    subject: subjectOf(claim),
    reason,
    after: { Login: claim.login },
    personId: claim.user_id,
  });
  await disputeAgain(tx, claim, claim.holder_id);
  await tell(
    tx,
    claim,
    claim.user_id,
    `Your claim to the login ${claim.login} is being looked at again.`,
    reason,
  );
}
