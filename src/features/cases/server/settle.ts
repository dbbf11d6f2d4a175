import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { type CaseOutcome, type CaseState, maxAnswerLength, type Taken } from '../model.ts';
import { hasOpenAppeal } from './repo.ts';

export interface Settlement {
  readonly outcome: CaseOutcome;
  /** the answer to those who reported it */
  readonly text: string;
}

export interface LockedCase {
  readonly caseId: number;
  readonly subject: { readonly kind: string; readonly id: number };
  readonly state: CaseState;
  readonly taken: Taken | null;
  readonly outcome: string | null;
  /** the person concerned has appealed against a decision about the subject, and the appeal is still open */
  readonly awaitsAppeal: boolean;
}

/** Locks a case until the transaction ends. */
export async function lockedCase(tx: TxCtx, caseId: number): Promise<LockedCase> {
  const row = await forSite(tx, 'moderation_case')
    .where('case_id', '=', caseId)
    .select(['subject_kind', 'subject_id', 'state', 'taken_by', 'taken_at', 'outcome', 'sources'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(`Case ${caseId}`);
  const subject = { kind: row.subject_kind, id: row.subject_id };
  return {
    caseId,
    subject,
    state: row.state === 'open' ? 'open' : 'settled',
    taken: row.taken_by && row.taken_at ? { by: row.taken_by, at: row.taken_at } : null,
    outcome: row.outcome,
    awaitsAppeal: row.sources.includes('appeal') && (await hasOpenAppeal(tx, subject)),
  };
}

const rowOf = (tx: TxCtx, caseId: number) =>
  tx.db.updateTable('moderation_case').where('site', '=', tx.site.code).where('case_id', '=', caseId);

/** Settles a locked open case and answers everyone who reported it. */
export async function settle(tx: TxCtx, caseId: number, { outcome, text }: Settlement): Promise<void> {
  const { userId } = tx.viewer;
  const answer = cleanMessage(text).slice(0, maxAnswerLength).toWellFormed();
  await rowOf(tx, caseId)
    .set({
      state: 'settled',
      outcome,
      answer,
      settled_by: userId === 0 ? null : userId,
      settled_at: tx.clock.now(),
      taken_by: null,
      taken_at: null,
    })
    .execute();
  await notifyReporters(tx, caseId, `${ended[outcome]}: ${answer.replace(/\s+/g, ' ')}`);
}

const ended: Readonly<Record<CaseOutcome, string>> = {
  solved: 'was solved',
  rejected: 'was rejected',
  void: 'is closed',
};

/** Opens a settled case again. Its reporters are notified. */
export async function reopen(tx: TxCtx, { caseId, subject }: LockedCase): Promise<void> {
  const other = await forSite(tx, 'moderation_case')
    .where('state', '=', 'open')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .select('case_id')
    .executeTakeFirst();
  if (other) throw new Problem(409, `Case ${other.case_id} about the same subject is already open.`);
  await rowOf(tx, caseId)
    .set({ state: 'open', outcome: null, answer: null, settled_by: null, settled_at: null })
    .execute();
  await notifyReporters(tx, caseId, 'is under review again.');
}

/** Takes a locked case for the viewer, or releases it. */
export const setTaken = (tx: TxCtx, { caseId }: LockedCase, isTaken: boolean) =>
  rowOf(tx, caseId)
    .set(
      isTaken ? { taken_by: tx.viewer.userId, taken_at: tx.clock.now() } : { taken_by: null, taken_at: null },
    )
    .execute();

async function notifyReporters(tx: TxCtx, caseId: number, what: string): Promise<void> {
  const reports = await forSite(tx, 'report')
    .where('case_id', '=', caseId)
    .orderBy('report_id')
    .select(['user_id', 'title'])
    .execute();
  const title = reports[0]?.title;
  await notify(tx, {
    to: reports.map((report) => report.user_id),
    kind: 'report.ended',
    text: `Your report${title ? ` about “${title}”` : ''} ${what}`,
    link: routes.myReports(caseId),
  });
}
