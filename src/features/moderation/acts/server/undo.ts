import { actLabels } from '#features/modlog/model.ts';
import { recordPerformed } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import { onSite } from '#platform/auth/reach.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { assertWritable } from '#platform/switches/rules.ts';
import { canUndo, type StoredAct } from './act.ts';
import { endAppeal } from './end-appeal.ts';
import { hasLevel, notifyPerson, type PerformedAct } from './perform.ts';
import { lockActs, storedAct } from './stored.ts';
import { undos } from './undos.ts';

/** The act to undo as a form names it. */
export interface RequestedUndo {
  /** the edition of the act */
  readonly site: string;
  readonly actId: number;
  readonly reason: string;
}

export interface UndoSubject {
  readonly tx: TxCtx;
  readonly stored: StoredAct & { readonly isUndone: boolean };
}

/** Reads the act on its own edition and serialises undoing it and acts on its subject. */
export async function undoSubject(tx: TxCtx, { site, actId }: RequestedUndo): Promise<UndoSubject> {
  const there = await onSite(tx, site);
  const subject = (await storedAct(there, actId))?.subject;
  if (!subject) throw notFound('This act');
  await lockActs(there, subject);
  const stored = await storedAct(there, actId);
  if (!stored) throw notFound('This act');
  // otherwise a read-only edition could not be opened again here
  if (stored.act !== 'setting.change') assertWritable(there);
  return { tx: there, stored };
}

/** The whole rule of undoing: only once, only acts that can be undone, and only by users with the required level. */
export async function mayUndo(ctx: Ctx, stored: UndoSubject['stored']): Promise<Verdict> {
  const rule = undos[stored.act];
  if (!canUndo(rule)) return conflict(rule.cannot);
  const verdict = hasLevel(ctx, rule.level ?? Level.moderator);
  if (!verdict.ok) return verdict;
  if (stored.isUndone) return conflict('This act has already been undone.');
  return rule.allow ? rule.allow(ctx, stored) : yes;
}

/** Undoes the act, records that and notifies the person concerned. */
export async function runUndo(
  { tx, stored }: UndoSubject,
  { reason }: Pick<RequestedUndo, 'reason'>,
): Promise<PerformedAct> {
  const rule = undos[stored.act];
  if (!canUndo(rule)) throw new Error(`${stored.act} cannot be undone.`);
  const { subject, caseId } = stored;
  const { actId, personId } = await recordPerformed(
    tx,
    { act: rule.as, subject, reason, caseId, undoes: stored.actId },
    async (inner) => {
      const facts = await rule.run(inner, stored, reason);
      return { ...facts, personId: facts?.personId ?? stored.personId };
    },
  );
  if (personId !== null && !rule.notifies)
    await notifyPerson(tx, personId, `${actLabels[stored.act]} (undone)`, reason, null);
  await endAppeal(tx, stored.actId, 'undone', reason);
  return { ActId: actId, Site: tx.site.code, CaseId: caseId, Settled: false };
}

/** Undoes an act in one transaction: for pages, jobs and tests. The route does the same. */
export const performUndo = (ctx: Ctx, requested: RequestedUndo): Promise<PerformedAct> =>
  inTransaction(ctx, async (tx) => {
    const found = await undoSubject(tx, requested);
    assertAllowed(await mayUndo(found.tx, found.stored));
    return runUndo(found, requested);
  });
