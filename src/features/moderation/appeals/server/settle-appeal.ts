import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { settleCase } from '#features/cases/server/actions.ts';
import { hasOpenAppeal } from '#features/cases/server/repo.ts';
import type { StoredAct } from '#features/modlog/acts.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { endAppeal } from '../../acts/server/end-appeal.ts';
import { mayUndo, runUndo, type UndoSubject, undoSubject } from '../../acts/server/undo.ts';
import { type AppealOutcome, type AppealState, appealState, mayDecideAppeal } from '../appeals.ts';
import { acceptAppeal, rejectAppeal } from './acts.ts';
import type { Settling } from './forms.ts';

/** An appeal with the act it is about, on the edition of both and locked. */
export interface SettleSubject extends UndoSubject {
  readonly appellantId: number;
  readonly state: AppealState;
}

/** Reads the appeal with the viewer's role on its edition. Throws a Problem 404 for an edition where the viewer has no role. */
export async function settleSubject(tx: TxCtx, { site, actId }: Settling): Promise<SettleSubject> {
  const found = await undoSubject(tx, { site, actId, reason: '' });
  const appeal = await forSite(found.tx, 'appeal')
    .where('act_id', '=', actId)
    .select(['user_id', 'state'])
    .forUpdate()
    .executeTakeFirst();
  if (!appeal) throw notFound('This appeal');
  return { ...found, appellantId: appeal.user_id, state: appealState(appeal.state) };
}

/** The whole rule of deciding an appeal. An act that can be undone is undone rather than regretted. */
export async function maySettle(found: SettleSubject, outcome: AppealOutcome): Promise<Verdict> {
  const { tx, stored, state, appellantId } = found;
  const verdict = mayDecideAppeal(tx.viewer, { state, appellantId, actedBy: stored.userId });
  if (!verdict.ok) return verdict;
  if (outcome === 'undone') return mayUndo(found);
  if (outcome === 'regretted' && found.act.undo) return conflict('This decision can be undone.');
  return yes;
}

/** Decides an appeal: the decision is upheld, is undone, or was wrong and cannot be undone. The person is notified. */
export async function settleAppeal(
  found: SettleSubject,
  { Outcome, Answer }: Pick<Settling, 'Outcome' | 'Answer'>,
): Promise<{ ActId: number; Outcome: AppealOutcome }> {
  const { tx, stored } = found;
  if (Outcome === 'undone') {
    await runUndo(found, { reason: Answer });
  } else {
    await recordAct(tx, Outcome === 'upheld' ? rejectAppeal : acceptAppeal, {
      subject: stored.subject,
      reason: Answer,
      personId: found.appellantId,
      caseId: stored.caseId,
    });
    await endAppeal(tx, stored.actId, Outcome, Answer);
  }
  await settleOwnCase(tx, stored, { outcome: Outcome === 'upheld' ? 'rejected' : 'solved', text: Answer });
  return { ActId: stored.actId, Outcome };
}

/** Settles the case of the subject if appeals are all that it is about, and none is open. */
async function settleOwnCase(
  tx: TxCtx,
  { subject }: StoredAct,
  settlement: { outcome: 'solved' | 'rejected'; text: string },
): Promise<void> {
  const { kind, id } = subject;
  const open = await forSite(tx, 'moderation_case')
    .where('state', '=', sql.lit('open'))
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .select(['sources'])
    .executeTakeFirst();
  if (!open || open.sources.some((source) => source !== 'appeal')) return;
  if (!(await hasOpenAppeal(tx, subject))) await settleCase(tx, subject, settlement);
}
