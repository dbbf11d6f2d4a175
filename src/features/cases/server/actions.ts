import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import type { TxCtx } from '#platform/context.ts';
import { type CaseSource, maxScore, reportsScore } from '../model.ts';
import { type LockedCase, lockedCase, type Settlement, settle } from './settle.ts';

/** What a case is about, such as `{ kind: 'comment', id: 7 }`. */
export interface CaseSubject {
  readonly kind: string;
  readonly id: number;
}

export interface CaseOpening {
  readonly subject: CaseSubject;
  readonly source: CaseSource;
  /** 0 to 100: how likely it is that something must be done */
  readonly score: number;
  /** why, for moderators */
  readonly text: string;
  /** which hint it is, such as 'flood': the same one is added once */
  readonly hint?: string | undefined;
  /** whose account or work it is */
  readonly personId?: number | null | undefined;
}

type Source = Pick<CaseOpening, 'source' | 'score' | 'text' | 'hint'>;

/**
 * Adds a source to the open case about this subject on the transaction's edition, or opens a case. A source that the case already
 * has keeps its higher score and gets the newer text. Returns the id of the case.
 */
export async function openCase(tx: TxCtx, opening: CaseOpening): Promise<number> {
  const caseId = await openCaseId(tx, opening);
  await addSource(tx, caseId, opening);
  return caseId;
}

async function addSource(tx: TxCtx, caseId: number, opening: Source): Promise<void> {
  const { source, hint = '', text } = opening;
  const site = tx.site.code;
  const score = Math.max(0, Math.min(maxScore, Math.round(opening.score)));
  await tx.db
    .insertInto('case_source')
    .values({ site, case_id: caseId, source, hint, text, score, added_at: tx.clock.now() })
    .onConflict((conflict) =>
      conflict.columns(['site', 'case_id', 'source', 'hint']).doUpdateSet({
        text: sql`excluded.text`,
        score: sql`greatest(case_source.score, excluded.score)`,
      }),
    )
    .execute();
  await sql`
    update moderation_case c set
      score = (select least(${maxScore}, sum(s.score)) from case_source s where s.site = c.site and s.case_id = c.case_id),
      sources = array(select distinct s.source from case_source s where s.site = c.site and s.case_id = c.case_id order by 1)
    where c.site = ${sql.lit(site)} and c.case_id = ${caseId}`.execute(tx.db);
}

export interface NewReport {
  readonly subject: CaseSubject;
  readonly personId: number | null;
  /** of the subject, as the reporter sees it */
  readonly title: string;
  readonly reason: string;
  readonly text: string;
}

interface AddedReport {
  readonly reportId: number;
  readonly caseId: number;
}

/** Adds a report of the viewer to the case of its subject. Returns null if the viewer has a report in this case. */
export async function addReport(tx: TxCtx, report: NewReport): Promise<AddedReport | null> {
  const { subject, personId, title, reason, text } = report;
  const site = tx.site.code;
  const caseId = await openCaseId(tx, { subject, personId });
  const row = await tx.db
    .insertInto('report')
    .values({
      site,
      report_id: nextId('report', site),
      case_id: caseId,
      user_id: tx.viewer.userId,
      title: title.slice(0, 200).toWellFormed(),
      reason,
      text,
      reported_at: tx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['site', 'case_id', 'user_id']).doNothing())
    .returning('report_id')
    .executeTakeFirst();
  if (!row) return null;
  const { reports } = await tx.db
    .updateTable('moderation_case')
    .where('site', '=', site)
    .where('case_id', '=', caseId)
    .set((eb) => ({ reports: eb('reports', '+', 1) }))
    .returning('reports')
    .executeTakeFirstOrThrow();
  await addSource(tx, caseId, { source: 'report', score: reportsScore(reports), text: '' });
  return { reportId: row.report_id, caseId };
}

/** The open case about a subject, locked until the transaction ends; null without one. */
async function lockedOpenCase(tx: TxCtx, { kind, id }: CaseSubject): Promise<number | null> {
  const row = await forSite(tx, 'moderation_case')
    .where('state', '=', sql.lit('open'))
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .select('case_id')
    .forUpdate()
    .executeTakeFirst();
  return row?.case_id ?? null;
}

async function openCaseId(
  tx: TxCtx,
  { subject, personId = null }: Pick<CaseOpening, 'subject' | 'personId'>,
): Promise<number> {
  const known = await lockedOpenCase(tx, subject);
  if (known !== null) return known;
  const site = tx.site.code;
  const row = await tx.db
    .insertInto('moderation_case')
    .values({
      site,
      case_id: nextId('moderation_case', site),
      subject_kind: subject.kind,
      subject_id: subject.id,
      person_id: personId,
      opened_at: tx.clock.now(),
    })
    // another transaction may have opened it since: an update of nothing returns its id
    .onConflict((conflict) =>
      conflict
        .columns(['site', 'subject_kind', 'subject_id'])
        .where('state', '=', sql.lit('open'))
        .doUpdateSet({ opened_at: sql`moderation_case.opened_at` }),
    )
    .returning('case_id')
    .executeTakeFirstOrThrow();
  return row.case_id;
}

/** Settles the open case about a subject, if there is one, and answers everyone who reported it. Returns its id, or null. */
export async function settleCase(
  tx: TxCtx,
  subject: CaseSubject,
  settlement: Settlement,
): Promise<number | null> {
  const caseId = await lockedOpenCase(tx, subject);
  if (caseId !== null) await settle(tx, caseId, settlement);
  return caseId;
}

export type { LockedCase };

/** A case, locked until the transaction ends. Throws a Problem 404 if the edition has none of this number. */
export const caseForUpdate = (tx: TxCtx, caseId: number): Promise<LockedCase> => lockedCase(tx, caseId);

/**
 * Settles a case that the caller has locked and may settle, unless what was done since has settled it or an appeal waits. Returns
 * whether the case is settled now.
 */
export async function settleLocked(
  tx: TxCtx,
  { caseId }: LockedCase,
  settlement: Settlement,
): Promise<boolean> {
  const { state, awaitsAppeal } = await lockedCase(tx, caseId);
  if (state === 'open' && awaitsAppeal) return false;
  if (state === 'open') await settle(tx, caseId, settlement);
  return true;
}
