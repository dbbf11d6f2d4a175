import { z } from 'zod';
import type { ActName } from '#features/modlog/model.ts';
import type { ActFacts } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { Subject } from '../../rows.ts';
import type { SubjectKind } from '../../subjects.ts';
import type { ModeratorAct } from './act.ts';
import { latestAct } from './stored.ts';

/** The input of acts without fields other than the reason. */
const nothing = z.object({});
export type Nothing = z.output<typeof nothing>;

interface Parts {
  readonly name: ActName;
  readonly kind: SubjectKind;
  readonly label: string;
  /** whether the act applies to this subject */
  fits?(ctx: Ctx, subject: Subject): Promise<Verdict>;
  /** the function of the feature, which notifies the person concerned */
  run(tx: TxCtx, id: number, reason: string): Promise<ActFacts | undefined> | Promise<void>;
}

export const shared = ({ name, kind, label }: Pick<Parts, 'name' | 'kind' | 'label'>) => ({
  name,
  kinds: [kind],
  label,
  level: Level.moderator,
  fields: [],
  input: nothing,
});

/** Removes what is there. */
export const removal = (parts: Parts): ModeratorAct<Nothing> => ({
  ...shared(parts),
  notifies: true,
  allow: async (ctx, subject) => {
    const fits = (await parts.fits?.(ctx, subject)) ?? yes;
    if (!fits.ok) return fits;
    return subject.isGone ? conflict('It is already removed.') : yes;
  },
  run: async (tx, { id }, _, reason) => {
    await parts.run(tx, id, reason);
    return undefined;
  },
});

/** Restores what a moderator removed, and so undoes that act. */
export const restoration = (removed: ActName, parts: Parts): ModeratorAct<Nothing> => ({
  ...shared(parts),
  notifies: true,
  allow: async (ctx, subject) => {
    const fits = (await parts.fits?.(ctx, subject)) ?? yes;
    if (!fits.ok) return fits;
    if (!subject.isGone) return conflict('It is not removed.');
    const act = await latestAct(ctx, subject, [removed]);
    return act ? yes : conflict('It was not removed by a moderator.');
  },
  run: async (tx, subject, _, reason) => {
    const act = await latestAct(tx, subject, [removed]);
    const facts = await parts.run(tx, subject.id, reason);
    return { ...facts, undoes: act?.actId };
  },
});
