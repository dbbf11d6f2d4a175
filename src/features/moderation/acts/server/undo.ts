import type { StoredAct } from '#features/modlog/acts.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import type { RecordedAct, Undo } from '#features/modlog/server/act.ts';
import { performAsModerator, runOn } from '#features/modlog/server/actions.ts';
import { lockActs, storedAct } from '#features/modlog/server/repo.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import { onSite } from '#platform/auth/reach.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { assertWritable } from '#platform/switches/rules.ts';
import { actNamed, isPerformed } from './acts-by-name.ts';
import { endAppeal } from './end-appeal.ts';
import { type ActResult, hasLevel, notifyPerson } from './perform.ts';

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
  readonly act: RecordedAct;
}

/** Reads the act on its own edition and serialises undoing it and acts on its subject. */
export async function undoSubject(tx: TxCtx, { site, actId }: RequestedUndo): Promise<UndoSubject> {
  const there = await onSite(tx, site);
  const subject = (await storedAct(there, actId))?.subject;
  if (!subject) throw notFound('This action');
  await lockActs(there, subject);
  const stored = await storedAct(there, actId);
  const act = stored && actNamed(stored.act);
  if (!stored || !act) throw notFound('This action');
  // otherwise a read-only edition could not be opened again here
  if (stored.act !== 'setting.change') assertWritable(there);
  return { tx: there, stored, act };
}

/** The whole rule of undoing: only once, only acts that can be undone, and only by users with the required level. */
export async function mayUndo({ tx, stored, act }: UndoSubject): Promise<Verdict> {
  const { undo, cannot, level } = act;
  if (!undo) return conflict(cannot);
  const verdict = hasLevel(tx, level);
  if (!verdict.ok) return verdict;
  if (stored.isUndone) return conflict('This action has already been undone.');
  return undo.allow ? undo.allow(tx, stored) : yes;
}

/** Undoes the act, records that and notifies the person concerned. */
export async function runUndo(
  { tx, stored, act: { name, label, undo } }: UndoSubject,
  { reason }: Pick<RequestedUndo, 'reason'>,
): Promise<ActResult> {
  const as = undo && actNamed(undo.as);
  if (!undo || !as) throw new Error(`${name} can’t be undone.`);
  const { subject, caseId } = stored;
  const { actId, personId } = await performAsModerator(tx, as, { subject, reason, caseId }, async () => {
    const facts = await change(tx, stored, undo, as, reason);
    return { ...facts, personId: facts?.personId ?? stored.personId, undoes: stored.actId };
  });
  const notifies = undo.run ? undo.notifies : isPerformed(as) && as.notifies;
  if (personId && !notifies) await notifyPerson(tx, personId, `${label} (undone)`, reason, null);
  await endAppeal(tx, stored.actId, 'undone', reason);
  return { ActId: actId, Site: tx.site.code, CaseId: caseId, Settled: false };
}

function change(
  tx: TxCtx,
  stored: StoredAct,
  { run, input }: Undo,
  as: RecordedAct,
  reason: string,
): Promise<ActFacts | null> {
  if (run) return run(tx, stored, reason);
  if (!isPerformed(as)) throw new Error(`${as.name} is only recorded.`);
  return runOn(tx, as, stored.subject, input ? input(stored) : {}, { reason, caseId: stored.caseId });
}

/** Undoes an act in one transaction: for pages, jobs and tests. The route does the same. */
export const performUndo = (ctx: Ctx, requested: RequestedUndo): Promise<ActResult> =>
  inTransaction(ctx, async (tx) => {
    const found = await undoSubject(tx, requested);
    assertAllowed(await mayUndo(found));
    return runUndo(found, requested);
  });
