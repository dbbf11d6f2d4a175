import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { type CaseOutcome, type CaseSource, longestAnswer, mostScore } from '../model.ts';

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

/**
 * Adds a source to the open case about this subject on the transaction's edition, or opens a case. A source that the case already
 * has keeps its higher score and gets the newer text. Returns the id of the case.
 */
export async function openCase(tx: TxCtx, opening: CaseOpening): Promise<number> {
  const { source, hint = '', text } = opening;
  const site = tx.site.code;
  const caseId = await openCaseId(tx, opening);
  const score = Math.max(0, Math.min(mostScore, Math.round(opening.score)));
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
      score = (select least(${mostScore}, sum(s.score)) from case_source s where s.site = c.site and s.case_id = c.case_id),
      sources = array(select distinct s.source from case_source s where s.site = c.site and s.case_id = c.case_id order by 1)
    where c.site = ${sql.lit(site)} and c.case_id = ${caseId}`.execute(tx.db);
  return caseId;
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

async function openCaseId(tx: TxCtx, { subject, personId = null }: CaseOpening): Promise<number> {
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

export interface Settlement {
  readonly outcome: CaseOutcome;
  /** the answer to those who reported it */
  readonly text: string;
}

/** Settles the open case about a subject, if there is one. Returns its id, or null. */
export async function settleCase(
  tx: TxCtx,
  subject: CaseSubject,
  settlement: Settlement,
): Promise<number | null> {
  const caseId = await lockedOpenCase(tx, subject);
  if (caseId !== null) await settle(tx, caseId, settlement);
  return caseId;
}

async function settle(tx: TxCtx, caseId: number, { outcome, text }: Settlement): Promise<void> {
  const { userId } = tx.viewer;
  await tx.db
    .updateTable('moderation_case')
    .where('site', '=', tx.site.code)
    .where('case_id', '=', caseId)
    .set({
      state: 'settled',
      outcome,
      answer: cleanMessage(text).slice(0, longestAnswer).toWellFormed(),
      settled_by: userId === 0 ? null : userId,
      settled_at: tx.clock.now(),
      taken_by: null,
      taken_at: null,
    })
    .execute();
}
