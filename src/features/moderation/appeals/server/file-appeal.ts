import { forSite } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import type { StoredAct } from '#features/modlog/acts.ts';
import type { Effect } from '#features/modlog/model.ts';
import { lockActs, storedAct } from '#features/modlog/server/repo.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import { ownProfiles } from '#platform/auth/reach.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { assertWritable } from '#platform/switches/rules.ts';
import { actNamed } from '../../acts/server/acts-by-name.ts';
import { appealScore, mayAppeal } from '../appeals.ts';
import type { NewAppeal } from './forms.ts';

/** A decision about the viewer, on its own edition and locked. */
export interface AppealSubject {
  readonly tx: TxCtx;
  readonly personId: number;
  readonly act: StoredAct & { readonly isUndone: boolean };
  readonly effect: Effect;
  readonly isAppealed: boolean;
}

/** Reads a decision about the viewer. Throws the same Problem 404 for one about another user and one that does not exist. */
export async function appealSubject(
  tx: TxCtx,
  { site, actId }: Pick<NewAppeal, 'site' | 'actId'>,
): Promise<AppealSubject> {
  const own = (await ownProfiles(tx)).find((profile) => profile.site.code === site);
  if (!own) throw notFound('This decision');
  const there = { ...tx, site: own.site };
  assertWritable(there);
  return decisionAbout(there, own.userId, actId);
}

async function decisionAbout(tx: TxCtx, personId: number, actId: number): Promise<AppealSubject> {
  const seen = await storedAct(tx, actId);
  const effect = seen && actNamed(seen.act)?.effect;
  if (seen?.personId !== personId || !effect || effect === 'internal') throw notFound('This decision');
  await lockActs(tx, seen.subject);
  const act = await storedAct(tx, actId);
  if (!act) throw notFound('This decision');
  const appeal = await forSite(tx, 'appeal').where('act_id', '=', actId).select('act_id').executeTakeFirst();
  return { tx, personId, act, effect, isAppealed: appeal !== undefined };
}

export const mayFileAppeal = ({ act, effect, isAppealed }: AppealSubject): Verdict =>
  mayAppeal({ effect, isUndone: act.isUndone, isAppealed });

/** Stores the appeal and opens a case for the moderators. */
export async function fileAppeal(
  { tx, personId, act }: AppealSubject,
  text: string,
): Promise<{ ActId: number }> {
  await tx.db
    .insertInto('appeal')
    .values({
      site: tx.site.code,
      act_id: act.actId,
      user_id: personId,
      text,
      appealed_at: tx.clock.now(),
      decided_by: null,
      decided_at: null,
      answer: null,
    })
    .execute();
  await openCase(tx, {
    subject: act.subject,
    source: 'appeal',
    score: appealScore,
    text,
    hint: `act ${act.actId}`,
    personId,
  });
  return { ActId: act.actId };
}
