import { notify } from '#features/notices/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { type AppealOutcome, appealLabels } from '../../appeals/appeals.ts';

/**
 * Ends the appeal against an act, if one is open, and notifies the person. Undoing an act ends the appeal against it, wherever it
 * is undone.
 */
export async function endAppeal(
  tx: TxCtx,
  actId: number,
  state: AppealOutcome,
  answer: string,
): Promise<void> {
  const ended = await tx.db
    .updateTable('appeal')
    .where('site', '=', tx.site.code)
    .where('act_id', '=', actId)
    .where('state', '=', 'open')
    .set({
      state,
      answer,
      decided_by: tx.viewer.userId === 0 ? null : tx.viewer.userId,
      decided_at: tx.clock.now(),
    })
    .returning('user_id')
    .executeTakeFirst();
  if (!ended) return;
  await notify(tx, {
    to: [ended.user_id],
    kind: 'appeal.decided',
    text: `Your appeal was decided: ${appealLabels[state].toLowerCase()}. ${answer.replace(/\s+/g, ' ')}`,
    link: routes.decisions(),
  });
}
