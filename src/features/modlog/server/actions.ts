import { sql } from 'kysely';
import { nextId } from '#db/ids.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { badRequest } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { type ActName, type ActState, maxReasonLength } from '../model.ts';
import { type ActFacts, type Outer, outerOf, within } from './outer.ts';

export type { ActFacts };

export interface ModerationAct extends ActFacts {
  readonly act: ActName;
  /** the subject, such as `{ kind: 'comment', id: 7 }` */
  readonly subject: { readonly kind: string; readonly id: number };
  /** visible to the crew, and to the person concerned */
  readonly reason: string;
  readonly caseId?: number | null;
}

/**
 * Records a moderator's act in the transaction of the act: who, when, to what and why. Throws a Problem 400 without a reason.
 * The security log gets a line after the commit. Returns the id of the act.
 */
export async function recordModeration(tx: TxCtx, moderation: ModerationAct): Promise<number> {
  const outer = outerOf(tx);
  if (outer && isSame(outer, moderation)) {
    const { before, after, personId, undoes } = moderation;
    outer.facts = { before, after, personId, undoes };
    return outer.actId;
  }
  const actId = await newActId(tx);
  const caseId = moderation.caseId ?? outer?.caseId ?? null;
  await insertAct(tx, actId, { ...moderation, reason: cleanReason(moderation.reason), caseId });
  return actId;
}

/** The act that a feature's function records while it is performed is that act, not another one. */
const isSame = (outer: Outer, { act, subject }: ModerationAct): boolean =>
  outer.act === act && outer.subjectId === subject.id;

/**
 * Performs an act and records it, both or neither. If `run` calls a function that records the same act itself, the log gets
 * one row, and what that function recorded as before and after is used where `run` returns none.
 */
export async function recordPerformed(
  tx: TxCtx,
  moderation: Omit<ModerationAct, 'before' | 'after' | 'personId'>,
  run: (tx: TxCtx) => Promise<ActFacts | undefined>,
): Promise<{ actId: number; personId: number | null; undoes: number | null }> {
  const reason = cleanReason(moderation.reason);
  const actId = await newActId(tx);
  const { act, subject, caseId = null } = moderation;
  const outer: Outer = { act, subjectId: subject.id, actId, caseId, facts: {} };
  const facts = await run(within(tx, outer));
  const before = facts?.before ?? outer.facts.before;
  const after = facts?.after ?? outer.facts.after;
  const personId = facts?.personId ?? outer.facts.personId ?? null;
  const undoes = moderation.undoes ?? facts?.undoes ?? outer.facts.undoes ?? null;
  await insertAct(tx, actId, { ...moderation, reason, before, after, personId, undoes });
  return { actId, personId, undoes };
}

function cleanReason(reason: string): string {
  const text = cleanMessage(reason);
  if (text === '')
    throw badRequest('Reason: moderation requires a reason. It is recorded in the log.', 'Reason');
  if (text.length > maxReasonLength) {
    throw badRequest(`Reason: has more than ${maxReasonLength} characters.`, 'Reason');
  }
  return text;
}

async function newActId({ db, site }: TxCtx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${nextId('moderation_act', site.code)} as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The sequence of acts returned no id.');
  return row.id;
}

const stored = (state: ActState | null | undefined) => (state ? JSON.stringify(state) : null);

async function insertAct(tx: TxCtx, actId: number, moderation: ModerationAct): Promise<void> {
  const { act, subject, reason, before, after, personId, caseId, undoes } = moderation;
  await tx.db
    .insertInto('moderation_act')
    .values({
      site: tx.site.code,
      act_id: actId,
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason,
      user_id: tx.viewer.userId === 0 ? null : tx.viewer.userId,
      acted_at: tx.clock.now(),
      before: stored(before),
      after: stored(after),
      person_id: personId ?? null,
      case_id: caseId ?? null,
      undoes: undoes ?? null,
    })
    .execute();
  tx.onCommit(async () =>
    logSecurity(tx, 'moderation.act', { act, subject: subject.kind, subjectId: subject.id }),
  );
}
