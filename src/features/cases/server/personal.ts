import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** Reports stay for the crew; the name of the reporter is read from the profile, so it disappears with it. */
export const reportData: PersonalData = {
  name: 'reports',
  covers: ['report.user_id', 'case_view.account_id'],
  async erase(tx, userId) {
    const profile = await forSite(tx, 'profile')
      .where('user_id', '=', userId)
      .select('account_id')
      .executeTakeFirst();
    if (profile?.account_id)
      await tx.db.deleteFrom('case_view').where('account_id', '=', profile.account_id).execute();
  },
  async *exported(ctx, userId) {
    const rows = inPages((last: { ReportId: number } | undefined, limit) =>
      forSite(ctx, 'report')
        .innerJoin('moderation_case as c', (join) =>
          join.onRef('c.site', '=', 'report.site').onRef('c.case_id', '=', 'report.case_id'),
        )
        .where('report.user_id', '=', userId)
        .where('report_id', '>', last?.ReportId ?? 0)
        .orderBy('report_id')
        .limit(limit)
        .select([
          'report.report_id as ReportId',
          'c.subject_kind as SubjectKind',
          'c.subject_id as SubjectId',
          'report.reason as Reason',
          'report.text as Text',
          'c.state as State',
          'c.outcome as Outcome',
          'c.answer as Answer',
          'report.reported_at as ReportedAt',
        ])
        .execute(),
    );
    yield jsonPart('reports.json', rows);
  },
};
