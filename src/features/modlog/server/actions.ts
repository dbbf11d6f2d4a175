import { sql } from 'kysely';
import { nextId } from '#db/ids.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, badRequest } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { ActRef } from '../acts.ts';
import { type ActFacts, type ActState, maxReasonLength } from '../model.ts';
import type { Act, RecordedAct, Why } from './act.ts';

/** A row of the log, without what changed. */
interface Entry {
  readonly subject: ActRef;
  /** visible to the crew, and to the person concerned */
  readonly reason: string;
  readonly caseId?: number | null;
}

/**
 * Records an act in its transaction: who, when, to what and why. Throws a Problem 400 without a reason. The security log gets a line
 * after the commit. Returns the number of the act.
 */
export async function recordAct(tx: TxCtx, act: RecordedAct, entry: Entry & ActFacts): Promise<number> {
  const actId = await newActId(tx);
  await insertAct(tx, act, actId, { ...entry, reason: cleanReason(entry.reason) });
  return actId;
}

/** Performs an act on a page of its feature, and records it unless the viewer may do the same without being a moderator. */
export async function perform<Input, Found>(
  tx: TxCtx,
  act: Act<Input, Found>,
  { found, input, ...entry }: Entry & { readonly found: Found; readonly input: Input },
): Promise<ActFacts | null> {
  const { reason, caseId = null } = entry;
  const facts = await act.run(tx, found, input, { reason, caseId });
  if (facts) await recordAct(tx, act, { ...entry, ...facts });
  return facts;
}

/** Does what an act does to the subject of this kind and number, by the rule of its feature; the caller records it. */
export async function runOn<Input, Found>(
  tx: TxCtx,
  act: Act<Input, Found>,
  subject: ActRef,
  input: Input,
  why: Why,
): Promise<ActFacts | null> {
  const found = await act.find(tx, subject, input);
  assertAllowed(await act.allow(tx, found, input));
  return act.run(tx, found, input, why);
}

/** Performs an act as a moderator, who needs a reason whatever it is done to, and records it. Returns its number, too. */
export async function performAsModerator(
  tx: TxCtx,
  act: RecordedAct,
  entry: Entry,
  run: () => Promise<ActFacts | null>,
): Promise<ActFacts & { readonly actId: number }> {
  const reason = cleanReason(entry.reason);
  const actId = await newActId(tx);
  const facts = await run();
  await insertAct(tx, act, actId, { ...entry, ...facts, reason });
  return { ...facts, actId };
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

async function insertAct(
  tx: TxCtx,
  { name }: RecordedAct,
  actId: number,
  { subject, reason, before, after, personId, caseId, undoes }: Entry & ActFacts,
): Promise<void> {
  await tx.db
    .insertInto('moderation_act')
    .values({
      site: tx.site.code,
      act_id: actId,
      act: name,
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
    logSecurity(tx, 'moderation.act', { act: name, subject: subject.kind, subjectId: subject.id }),
  );
}
