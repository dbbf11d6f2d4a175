import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** Reports stay for the crew; the name of the reporter is read from the profile, so it disappears with it. */
export const reportData: PersonalData = {
  name: 'reports',
  covers: ['report.user_id'],
  async *exported(ctx, userId) {
    const rows = inPages((last: { ReportId: number } | undefined, limit) =>
      forSite(ctx, 'report')
        .where('user_id', '=', userId)
        .where('report_id', '>', last?.ReportId ?? 0)
        .orderBy('report_id')
        .limit(limit)
        .select([
          'report_id as ReportId',
          'subject_kind as SubjectKind',
          'subject_id as SubjectId',
          'reason as Reason',
          'text as Text',
          'state as State',
          'answer as Answer',
          'reported_at as ReportedAt',
        ])
        .execute(),
    );
    yield jsonPart('reports.json', rows);
  },
};
