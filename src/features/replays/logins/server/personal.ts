import { forSite } from '#db/for-site.ts';
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
