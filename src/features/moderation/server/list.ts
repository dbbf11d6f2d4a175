import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { type Walk, type WalkedPage, walkPage } from '#platform/lists/walk.ts';
import { isEnded, isReportState, type ReportState, statesOfPage } from '../reports.ts';
import { subjectKey } from '../subjects.ts';
import { type Subject, subjectsOf } from './subjects.ts';

const perPage = 20;
const mostCounted = 100;

/** The number of reports that no moderator has taken, at most 100; 0 for everybody else. */
export async function openReports(ctx: Ctx): Promise<number> {
  if (!isModerator(ctx.viewer)) return 0;
  const open = forSite(ctx, 'report')
    .where('report.state', '=', 'open')
    .select('report.report_id')
    .limit(mostCounted);
  const row = await ctx.db
    .selectFrom(open.as('open'))
    .select((eb) => eb.fn.countAll<number>().as('reports'))
    .executeTakeFirstOrThrow();
  return Number(row.reports);
}

type Person = { readonly UserId: number; readonly Name: string };

export interface QueuedReport {
  readonly reportId: number;
  readonly state: ReportState;
  readonly subjectKind: string;
  readonly subjectId: number;
  /** undefined: it no longer exists */
  readonly subject: Subject | undefined;
  readonly reporter: Person;
  /** the moderator who took or decided it */
  readonly handler: Person | null;
  readonly reason: string;
  readonly text: string;
  readonly reportedAt: Date;
  readonly handledAt: Date | null;
  readonly answer: string | null;
  /** undecided reports about the same subject, this one included */
  readonly waiting: number;
}

/**
 * Reports on one page of the queue: undecided ones with the oldest first, decided ones with the newest first. The caller
 * has checked mayModerate.
 */
export async function reportQueue(
  ctx: Ctx,
  page: ReportState,
  walk: Walk,
): Promise<WalkedPage<QueuedReport>> {
  const newestFirst = isEnded(page);
  const keyOf = (row: { reported_at: Date; report_id: number }) => [row.reported_at.getTime(), row.report_id];
  const walked = await walkPage(walk, perPage, { state: page }, keyOf, ({ behind, reversed, limit }) => {
    const direction = newestFirst !== reversed ? 'desc' : 'asc';
    const query = queued(ctx, statesOfPage[page])
      .orderBy('report.reported_at', direction)
      .orderBy('report.report_id', direction)
      .limit(limit);
    if (!behind) return query.execute();
    const [at = 0, reportId = 0] = behind;
    const key = sql`(${new Date(at)}::timestamptz, ${reportId}::bigint)`;
    const compare = sql.raw(direction === 'asc' ? '>' : '<');
    return query.where(sql<boolean>`(report.reported_at, report.report_id) ${compare} ${key}`).execute();
  });
  const refs = walked.rows.map((row) => ({ kind: row.subject_kind, id: row.subject_id }));
  const subjects = await subjectsOf(ctx, refs);
  return {
    ...walked,
    rows: walked.rows.map((row) => ({
      reportId: row.report_id,
      state: isReportState(row.state) ? row.state : 'open',
      subjectKind: row.subject_kind,
      subjectId: row.subject_id,
      subject: subjects.get(subjectKey(row.subject_kind, row.subject_id)),
      reporter: { UserId: row.user_id, Name: row.reporter_name },
      handler: row.handled_by && row.handler_name ? { UserId: row.handled_by, Name: row.handler_name } : null,
      reason: row.reason,
      text: row.text,
      reportedAt: row.reported_at,
      handledAt: row.handled_at,
      answer: row.answer,
      waiting: Number(row.waiting ?? 0),
    })),
  };
}

const queued = (ctx: Ctx, states: readonly ReportState[]) =>
  forSite(ctx, 'report')
    .innerJoin('profile as reporter', (join) =>
      join.onRef('reporter.site', '=', 'report.site').onRef('reporter.user_id', '=', 'report.user_id'),
    )
    .leftJoin('profile as handler', (join) =>
      join.onRef('handler.site', '=', 'report.site').onRef('handler.user_id', '=', 'report.handled_by'),
    )
    .where('report.state', 'in', states)
    .selectAll('report')
    .select(['reporter.name as reporter_name', 'handler.name as handler_name'])
    .select((eb) =>
      eb
        .selectFrom('report as same')
        .whereRef('same.site', '=', 'report.site')
        .whereRef('same.subject_kind', '=', 'report.subject_kind')
        .whereRef('same.subject_id', '=', 'report.subject_id')
        .where('same.state', 'in', ['open', 'taken'])
        .select((of) => of.fn.countAll<number>().as('waiting'))
        .as('waiting'),
    );
