import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import {
  numberKey,
  rowsBehind,
  timeKey,
  type WalkedList,
  type WalkedPage,
  walkPage,
} from '#platform/lists/walk.ts';
import { type CaseOutcome, isCaseOutcome } from '../model.ts';

/** A report as its author sees it: never who works on it, nor what others reported. */
export interface OwnReport {
  readonly reportId: number;
  readonly caseId: number;
  readonly subjectKind: string;
  readonly title: string;
  readonly reason: string;
  readonly text: string;
  readonly reportedAt: Date;
  /** null: not settled yet */
  readonly settled: { readonly outcome: CaseOutcome; readonly answer: string; readonly at: Date } | null;
}

const newestReports: WalkedList<OwnReport> = {
  pageSize: 20,
  direction: 'desc',
  keys: [
    timeKey('report.reported_at', ({ reportedAt }) => reportedAt),
    numberKey('report.report_id', ({ reportId }) => reportId),
  ],
};

/** The viewer's reports on this edition, the newest first. */
export function ownReports(ctx: Ctx, address: URLSearchParams): Promise<WalkedPage<OwnReport>> {
  return walkPage(newestReports, address, {}, async (reading) => {
    const query = forSite(ctx, 'report')
      .innerJoin('moderation_case as c', (join) =>
        join.onRef('c.site', '=', 'report.site').onRef('c.case_id', '=', 'report.case_id'),
      )
      .where('report.user_id', '=', ctx.viewer.userId)
      .select(['report.report_id', 'report.case_id', 'report.title', 'report.reason', 'report.text'])
      .select(['report.reported_at', 'c.subject_kind', 'c.outcome', 'c.answer', 'c.settled_at']);
    return (await rowsBehind(query, reading).execute()).map((row) => ({
      reportId: row.report_id,
      caseId: row.case_id,
      subjectKind: row.subject_kind,
      title: row.title,
      reason: row.reason,
      text: row.text,
      reportedAt: row.reported_at,
      settled:
        isCaseOutcome(row.outcome) && row.settled_at
          ? { outcome: row.outcome, answer: row.answer ?? '', at: row.settled_at }
          : null,
    }));
  });
}
