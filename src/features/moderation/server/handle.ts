import { forSite } from '#db/for-site.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { badRequest, notFound } from '#platform/http/problem.ts';
import { routes } from '#routes.ts';
import type { Handling } from '../forms.ts';
import { isEnded, isReportState, type ReportState, stateAfter } from '../reports.ts';
import { subjectKey } from '../subjects.ts';
import { subjectsOf } from './subjects.ts';

/** Takes, solves or rejects a report: POST /reports/{id}. The reporter is notified of the decision. */
export async function handleReport(tx: TxCtx, report: Report, { id, Act, Answer }: Handling) {
  const state = stateAfter[Act];
  const ends = isEnded(state);
  if (ends && Answer === '')
    throw badRequest('Answer: tell the reporter why. The answer is also recorded in the log.', 'Answer');
  await tx.db
    .updateTable('report')
    .where('site', '=', tx.site.code)
    .where('report_id', '=', id)
    .set({
      state,
      handled_by: tx.viewer.userId,
      handled_at: tx.clock.now(),
      answer: ends ? Answer : null,
    })
    .execute();
  await recordModeration(tx, {
    act: `report.${Act}`,
    subject: { kind: report.subject_kind, id: report.subject_id },
    reason: ends ? Answer : `Report ${id} is being looked at.`,
  });
  if (ends) await tellReporter(tx, report, state, Answer);
  return { ReportId: id, State: state };
}

/** Locks the report until the transaction ends. */
export async function heldReport(tx: TxCtx, id: number) {
  const row = await forSite(tx, 'report')
    .where('report.report_id', '=', id)
    .selectAll('report')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(`Report ${id}`);
  return { ...row, state: isReportState(row.state) ? row.state : 'open' } as const;
}

type Report = Awaited<ReturnType<typeof heldReport>>;

async function tellReporter(tx: TxCtx, report: Report, state: ReportState, answer: string): Promise<void> {
  const ref = { kind: report.subject_kind, id: report.subject_id };
  const subject = (await subjectsOf(tx, [ref])).get(subjectKey(ref.kind, ref.id));
  const what = subject ? `"${subject.title}"` : `${ref.kind} ${ref.id}`;
  await notify(tx, {
    to: [report.user_id],
    kind: 'report.ended',
    text: `Your report about ${what} was ${state}: ${answer.replace(/\s+/g, ' ')}`,
    link: (subject?.isGone ? null : subject?.link) ?? routes.notices(),
  });
}
