import { forSite } from '#db/for-site.ts';
import { addReport } from '#features/cases/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { type Subject, subjectLabels } from '../../subjects.ts';
import type { NewReport } from '../forms.ts';
import { reportsPerDay } from '../reasons.ts';

/** Adds a report to the case of its subject: POST /postcreate. */
export async function fileReport(
  tx: TxCtx,
  subject: Subject,
  { reason, text }: Pick<NewReport, 'reason' | 'text'>,
) {
  await assertDailyLimit(tx);
  const { kind, id, title } = subject;
  const personId = subject.owner?.UserId ?? null;
  const added = await addReport(tx, { subject: { kind, id }, personId, title, reason, text });
  if (added === null)
    throw new Problem(
      409,
      `You’ve already reported this ${subjectLabels[kind]}. The crew is looking into it.`,
    );
  return { ReportId: added.reportId, CaseId: added.caseId };
}

/** At most 20 within 24 hours. Locks the user's row, so that concurrent requests are counted one after the other. */
async function assertDailyLimit(tx: TxCtx): Promise<void> {
  await forSite(tx, 'profile')
    .where('profile.user_id', '=', tx.viewer.userId)
    .select('profile.user_id')
    .forNoKeyUpdate()
    .execute();
  const { reports } = await forSite(tx, 'report')
    .where('report.user_id', '=', tx.viewer.userId)
    .where('report.reported_at', '>', daysBefore(tx.clock.now(), 1))
    .select((eb) => eb.fn.countAll<number>().as('reports'))
    .executeTakeFirstOrThrow();
  if (Number(reports) >= reportsPerDay)
    throw new Problem(429, `You’ve reached the limit of ${reportsPerDay} reports in 24 hours.`);
}
