import { caseForUpdate, type LockedCase, settleLocked } from '#features/cases/server/actions.ts';
import { mayHandle } from '#features/cases/server/policy.ts';
import { performAsModerator, runOn } from '#features/modlog/server/actions.ts';
import { latestAct, lockActs } from '#features/modlog/server/repo.ts';
import { notify } from '#features/notices/server/actions.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { onSite } from '#platform/auth/reach.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { parseInput } from '#platform/http/input.ts';
import { assertAllowed, badRequest, notFound } from '#platform/http/problem.ts';
import { assertWritable } from '#platform/switches/rules.ts';
import { routes } from '#routes/routes.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { type Subject, type SubjectKind, subjectKey } from '../../subjects.ts';
import { actsFor, type ConsoleAct } from './acts-by-name.ts';
import { endAppeal } from './end-appeal.ts';

/** An act as a form names it. */
export interface RequestedAct {
  /** the edition of the subject */
  readonly site: string;
  readonly kind: SubjectKind;
  readonly id: number;
  readonly act: string;
  readonly reason: string;
  /** the case on whose page it is done */
  readonly caseId: number | null;
  /** settles that case in the same transaction */
  readonly settle?: boolean;
  /** the filters of the queue from which the case was opened */
  readonly back?: string;
  /** further fields of the form, as sent */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What the page that follows needs to know. */
export interface ActResult {
  readonly ActId: number;
  readonly Site: string;
  readonly CaseId: number | null;
  /** whether it settled the case */
  readonly Settled: boolean;
}

/** What was requested, found on its edition and locked. */
export interface FoundAct {
  readonly tx: TxCtx;
  readonly act: ConsoleAct;
  readonly subject: Subject;
  readonly input: unknown;
  /** the case that it settles */
  readonly settles: LockedCase | null;
}

/**
 * Reads the subject on its own edition with the viewer's role there, and serialises acts on it. Throws a Problem 404 for an
 * edition where the viewer has no role, whatever else was requested.
 */
export async function findAct(tx: TxCtx, requested: RequestedAct): Promise<FoundAct> {
  const { kind, id } = requested;
  const there = await onSite(tx, requested.site);
  assertWritable(there);
  const act = actsFor(kind).find(({ name }) => name === requested.act);
  if (!act) throw badRequest('act: there is no such act for this kind of subject.', 'act');
  await lockActs(there, { kind, id });
  const subject = (await subjectsOf(there, [{ kind, id }])).get(subjectKey(kind, id));
  if (!subject) throw notFound('What this is about');
  const input: unknown = parseInput(act.input, requested.fields);
  const { caseId, settle } = requested;
  const settles = settle && caseId !== null ? await caseForUpdate(there, caseId) : null;
  return { tx: there, act, subject, input, settles };
}

/** The whole rule of an act: the level on the subject's edition, and the act's own. */
export async function mayAct({ tx, act, subject, input, settles }: FoundAct): Promise<Verdict> {
  // an act may be what the appeal requests; any other act leaves the case open
  const facts = settles && { ...settles, awaitsAppeal: false };
  const ofCase = facts ? mayHandle(tx.viewer, facts, 'solve', tx.clock.now()) : yes;
  const verdict = ofCase.ok ? hasLevel(tx, act.level) : ofCase;
  return verdict.ok ? act.offer.allow(tx, subject, input) : verdict;
}

/** Whether the viewer's role on this edition is enough. */
export function hasLevel({ viewer }: Ctx, level: Level): Verdict {
  if (viewer.level >= level) return yes;
  return no(`Only ${level === Level.administrator ? 'administrators' : 'site leaders'} can do this.`);
}

/** Performs the act, records it and notifies the person concerned. */
export async function runAct(
  { tx, act, subject, input, settles }: FoundAct,
  { reason, caseId }: Pick<RequestedAct, 'reason' | 'caseId'>,
): Promise<ActResult> {
  const { label, notifies, offer } = act;
  const ref = { kind: subject.kind, id: subject.id };
  const { actId, personId, undoes } = await performAsModerator(
    tx,
    act,
    { subject: ref, reason, caseId },
    async () => {
      const { restores } = offer;
      const removal = restores === undefined ? null : await latestAct(tx, ref, [restores]);
      const facts = await runOn(tx, act, ref, input, { reason, caseId });
      return removal ? { ...facts, undoes: removal.actId } : facts;
    },
  );
  if (personId && !notifies) await notifyPerson(tx, personId, offer.button, reason, subject.link);
  if (undoes) await endAppeal(tx, undoes, 'undone', reason);
  const text = `${label}. ${reason}`;
  const isSettled = settles !== null && (await settleLocked(tx, settles, { outcome: 'solved', text }));
  return { ActId: actId, Site: tx.site.code, CaseId: caseId, Settled: isSettled };
}

/** Notifies the user whose account or work the act concerns. */
export async function notifyPerson(
  tx: TxCtx,
  personId: number,
  what: string,
  reason: string,
  link: string | null,
): Promise<void> {
  await notify(tx, {
    to: [personId],
    kind: 'moderation.act',
    text: `A moderator decided: ${what}. Reason: ${oneLine(reason)}`,
    link: link ?? routes.decisions(),
  });
}

/** Performs an act in one transaction: for pages, jobs and tests. The route does the same. */
export const performAct = (ctx: Ctx, requested: RequestedAct): Promise<ActResult> =>
  inTransaction(ctx, async (tx) => {
    const found = await findAct(tx, requested);
    assertAllowed(await mayAct(found));
    return runAct(found, requested);
  });
