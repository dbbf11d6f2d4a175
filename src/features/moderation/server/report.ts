import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { NewReport } from '../forms.ts';
import { reportsPerDay } from '../reports.ts';
import { subjectWords } from '../subjects.ts';

/** Adds a report to the queue: POST /postcreate. */
export async function fileReport(tx: TxCtx, { subject, reason, text }: Omit<NewReport, 'on'>) {
  await keepToTheDay(tx);
  const site = tx.site.code;
  const row = await tx.db
    .insertInto('report')
    .values({
      site,
      report_id: nextId('report', site),
      subject_kind: subject.kind,
      subject_id: subject.id,
      user_id: tx.viewer.userId,
      reason,
      text,
      reported_at: tx.clock.now(),
      handled_by: null,
      handled_at: null,
      answer: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['site', 'user_id', 'subject_kind', 'subject_id'])
        .where('state', 'in', [sql.lit('open'), sql.lit('taken')])
        .doNothing(),
    )
    .returning('report_id')
    .executeTakeFirst();
  if (!row) {
    throw new Problem(
      409,
      `You have already reported this ${subjectWords[subject.kind]}; the crew has not decided yet.`,
    );
  }
  return { ReportId: row.report_id };
}

/** At most 20 within 24 hours. Locks the user's row, so that concurrent requests are counted one after the other. */
async function keepToTheDay(tx: TxCtx): Promise<void> {
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
    throw new Problem(429, `You have reported ${reportsPerDay} things within 24 hours; that is the most.`);
}
