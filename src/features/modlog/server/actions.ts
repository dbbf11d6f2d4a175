import { nextId } from '#db/ids.ts';
import type { TxCtx } from '#platform/context.ts';
import { badRequest } from '#platform/http/problem.ts';
import { longestReason } from '../model.ts';

export interface ModerationAct {
  /** what was done, as `<kind>.<verb>`, such as `comment.delete` */
  readonly act: string;
  /** what it was done to, such as `{ kind: 'comment', id: 7 }` */
  readonly subject: { readonly kind: string; readonly id: number };
  /** for the crew's eyes */
  readonly reason: string;
}

/** Writes an act of moderation down, in the transaction of the act: who, when, to what and why. No reason, no act. */
export async function recordModeration(tx: TxCtx, { act, subject, reason }: ModerationAct): Promise<void> {
  const trimmed = reason.trim();
  if (trimmed === '') throw badRequest('Reason: moderation needs a reason. It stays in the log.', 'Reason');
  if (trimmed.length > longestReason) {
    throw badRequest(`Reason: has more than ${longestReason} characters.`, 'Reason');
  }
  const site = tx.site.code;
  await tx.db
    .insertInto('moderation_act')
    .values({
      site,
      act_id: nextId('moderation_act', site),
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason: trimmed,
      user_id: tx.viewer.userId === 0 ? null : tx.viewer.userId,
      acted_at: tx.clock.now(),
    })
    .execute();
}
