import { nextId } from '#db/ids.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { badRequest } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { type ActName, longestReason } from '../model.ts';

export interface ModerationAct {
  readonly act: ActName;
  /** the subject, such as `{ kind: 'comment', id: 7 }` */
  readonly subject: { readonly kind: string; readonly id: number };
  /** visible to the crew only */
  readonly reason: string;
}

/**
 * Records a moderator's act in the transaction of the act: who, when, to what and why. Throws a Problem 400 without a reason.
 * The security log gets a line after the commit.
 */
export async function recordModeration(tx: TxCtx, { act, subject, reason }: ModerationAct): Promise<void> {
  const text = cleanMessage(reason);
  if (text === '')
    throw badRequest('Reason: moderation requires a reason. It is recorded in the log.', 'Reason');
  if (text.length > longestReason) {
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
      reason: text,
      user_id: tx.viewer.userId === 0 ? null : tx.viewer.userId,
      acted_at: tx.clock.now(),
    })
    .execute();
  tx.onCommit(async () =>
    logSecurity(tx, 'moderation.act', { act, subject: subject.kind, subjectId: subject.id }),
  );
}
