import { forSite } from '#db/for-site.ts';
import { settleCase } from '#features/cases/server/actions.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';

/** Erases a user's claims, and what they answered to claims of others. */
export async function eraseClaims(tx: TxCtx, userId: number): Promise<void> {
  const site = tx.site.code;
  await tx.db.deleteFrom('login_claim').where('site', '=', site).where('user_id', '=', userId).execute();
  await tx.db
    .updateTable('login_claim')
    .set({ holder_id: null, answer: null, answered_at: null })
    .where('site', '=', site)
    .where('holder_id', '=', userId)
    .execute();
}

/** Claims to the logins of `from` become claims to those of `to`; what `to` claims of them is decided by that. */
export async function handOverClaims(tx: TxCtx, from: number, to: number): Promise<void> {
  const held = () =>
    tx.db.updateTable('login_claim').where('site', '=', tx.site.code).where('holder_id', '=', from);
  const own = await held()
    .where('user_id', '=', to)
    .where('state', 'in', ['open', 'disputed'])
    .set({ state: 'withdrawn', decided_at: tx.clock.now() })
    .returning('claim_id')
    .execute();
  for (const { claim_id: id } of own)
    await settleCase(
      tx,
      { kind: 'loginclaim', id },
      { outcome: 'void', text: 'The copied profile with this login belongs to the claimant.' },
    );
  await held().set({ holder_id: to }).execute();
}

/** A user's claims, and their answers to claims of others, for the export. */
export async function ownClaims(ctx: Ctx, userId: number) {
  const claims = await forSite(ctx, 'login_claim')
    .where('user_id', '=', userId)
    .orderBy('claim_id')
    .select(['login as Login', 'state as State', 'created_at as CreatedAt', 'proof_text as Proof'])
    .select(['proved_at as ProvedAt', 'decided_at as DecidedAt'])
    .execute();
  const answers = await forSite(ctx, 'login_claim')
    .where('holder_id', '=', userId)
    .orderBy('claim_id')
    .select(['login as Login', 'state as State', 'answer as Answer', 'answered_at as AnsweredAt'])
    .execute();
  return [
    ...claims.map((claim) => ({ ...claim, ClaimedBy: 'you' })),
    ...answers.map((claim) => ({ ...claim, ClaimedBy: 'another player' })),
  ];
}
