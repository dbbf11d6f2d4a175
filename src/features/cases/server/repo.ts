import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { type NamedPerson, namedPerson } from '#features/modlog/acts.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import {
  type CaseOutcome,
  type CaseSource,
  type CaseState,
  isCaseOutcome,
  isCaseSource,
  isTaken,
} from '../model.ts';

interface CaseReport {
  readonly by: NamedPerson;
  readonly reason: string;
  readonly text: string;
  readonly at: Date;
}

interface ShownSource {
  readonly source: CaseSource;
  readonly hint: string;
  readonly text: string;
  readonly score: number;
  readonly at: Date;
}

/** A former case about the same subject. */
interface FormerCase {
  readonly caseId: number;
  readonly openedAt: Date;
  readonly settledAt: Date | null;
  readonly outcome: CaseOutcome | null;
  readonly answer: string | null;
}

export interface CaseRecord {
  readonly caseId: number;
  readonly subject: { readonly kind: string; readonly id: number };
  readonly state: CaseState;
  readonly score: number;
  readonly personId: number | null;
  readonly openedAt: Date;
  /** who has taken it, while that is in effect */
  readonly taken: (NamedPerson & { readonly at: Date }) | null;
  readonly settled: {
    /** null: the server itself */
    readonly by: NamedPerson | null;
    readonly at: Date;
    readonly outcome: CaseOutcome;
    readonly answer: string;
  } | null;
  readonly reports: readonly CaseReport[];
  readonly sources: readonly ShownSource[];
  readonly former: readonly FormerCase[];
}

const maxFormer = 10;
const maxReports = 100;

/**
 * A case of this edition with its reports and other sources. The caller has checked permissions. Throws a Problem 404 for an
 * unknown number.
 */
export async function caseRecord(ctx: Ctx, caseId: number): Promise<CaseRecord> {
  const row = await caseRow(ctx, caseId);
  const subject = { kind: row.subject_kind, id: row.subject_id };
  const [reports, sources, former] = await Promise.all([
    reportsOf(ctx, caseId),
    sourcesOf(ctx, caseId),
    formerCases(ctx, caseId, subject),
  ]);
  const taken = row.taken_by && row.taken_at ? { by: row.taken_by, at: row.taken_at } : null;
  return {
    caseId,
    subject,
    state: row.state === 'open' ? 'open' : 'settled',
    score: row.score,
    personId: row.person_id,
    openedAt: row.opened_at,
    taken: isTaken(taken, ctx.clock.now())
      ? { UserId: taken.by, Name: row.taker_name ?? '', Tint: row.taker_tint ?? 0, at: taken.at }
      : null,
    settled:
      row.settled_at && isCaseOutcome(row.outcome)
        ? {
            by: namedPerson(row.settled_by, row.settler_name, row.settler_tint),
            at: row.settled_at,
            outcome: row.outcome,
            answer: row.answer ?? '',
          }
        : null,
    reports,
    sources,
    former,
  };
}

async function caseRow({ db, site }: Ctx, caseId: number) {
  const row = await db
    .selectFrom('moderation_case as c')
    .where('c.site', '=', sql.lit(site.code))
    .where('c.case_id', '=', caseId)
    .leftJoin('profile as t', (join) =>
      join.onRef('t.site', '=', 'c.site').onRef('t.user_id', '=', 'c.taken_by'),
    )
    .leftJoin('profile as s', (join) =>
      join.onRef('s.site', '=', 'c.site').onRef('s.user_id', '=', 'c.settled_by'),
    )
    .selectAll('c')
    .select(['t.name as taker_name', 't.tint as taker_tint'])
    .select(['s.name as settler_name', 's.tint as settler_tint'])
    .executeTakeFirst();
  if (!row) throw notFound(`Case ${caseId}`);
  return row;
}

async function reportsOf(ctx: Ctx, caseId: number): Promise<CaseReport[]> {
  const rows = await forSite(ctx, 'report')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'report.site').onRef('p.user_id', '=', 'report.user_id'),
    )
    .where('report.case_id', '=', caseId)
    .orderBy('report.report_id')
    .limit(maxReports)
    .select(['report.user_id', 'p.name', 'p.tint', 'report.reason', 'report.text', 'report.reported_at'])
    .execute();
  return rows.map((row) => ({
    by: { UserId: row.user_id, Name: row.name, Tint: row.tint },
    reason: row.reason,
    text: row.text,
    at: row.reported_at,
  }));
}

async function sourcesOf(ctx: Ctx, caseId: number): Promise<ShownSource[]> {
  const rows = await forSite(ctx, 'case_source')
    .where('case_id', '=', caseId)
    .orderBy('score', 'desc')
    .orderBy('source')
    .orderBy('hint')
    .select(['source', 'hint', 'text', 'score', 'added_at'])
    .execute();
  return rows.flatMap(({ source, hint, text, score, added_at: at }) =>
    isCaseSource(source) ? [{ source, hint, text, score, at }] : [],
  );
}

async function formerCases(
  ctx: Ctx,
  caseId: number,
  { kind, id }: CaseRecord['subject'],
): Promise<FormerCase[]> {
  const rows = await forSite(ctx, 'moderation_case')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('case_id', '<>', caseId)
    .where('subject_id', '>', 0)
    .orderBy('case_id', 'desc')
    .limit(maxFormer)
    .select(['case_id', 'opened_at', 'settled_at', 'outcome', 'answer'])
    .execute();
  return rows.map((row) => ({
    caseId: row.case_id,
    openedAt: row.opened_at,
    settledAt: row.settled_at,
    outcome: isCaseOutcome(row.outcome) ? row.outcome : null,
    answer: row.answer,
  }));
}

/** Whether an appeal against an act on this subject waits for its decision. */
export async function hasOpenAppeal(ctx: Ctx, { kind, id }: CaseRecord['subject']): Promise<boolean> {
  const appeal = await forSite(ctx, 'appeal')
    .innerJoin('moderation_act as m', (join) =>
      join.onRef('m.site', '=', 'appeal.site').onRef('m.act_id', '=', 'appeal.act_id'),
    )
    .where('appeal.state', '=', 'open')
    .where('m.subject_kind', '=', kind)
    .where('m.subject_id', '=', id)
    .select('appeal.act_id')
    .limit(1)
    .executeTakeFirst();
  return appeal !== undefined;
}
