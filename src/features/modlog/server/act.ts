import { z } from 'zod';
import { Level } from '#lib/codes/level.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ActField } from '../act-fields.ts';
import type { ActRef, StoredAct } from '../acts.ts';
import type { ActFacts, ActGroup, Effect } from '../model.ts';
import { latestAct } from './repo.ts';

/** What an act is done to, as the console knows it. */
export interface ActSubject extends ActRef {
  /** removed: the row exists, the page does not */
  readonly isGone: boolean;
}

/** How the console offers an act, whatever the edition. */
export interface Offer<Input> {
  /** of subjects */
  readonly kinds: readonly string[];
  /** "Remove the comment" */
  readonly button: string;
  /** on the page of a case. Acts that do the same to other things share one; rare acts have none */
  readonly key?: string;
  /** in addition to the reason */
  readonly fields?: readonly ActField[] | ((ctx: Ctx, subject: ActSubject) => Promise<readonly ActField[]>);
  /** the reasons to choose from: for a decision in favour of the subject, rather than against it */
  readonly reasons?: 'inFavour';
  /** the act whose latest one on the subject is undone by this one */
  readonly restores?: string;
  /** Whether it is possible now. Without input: whether to offer the act at all. */
  allow(ctx: Ctx, subject: ActSubject, input: Input | null): Promise<Verdict> | Verdict;
}

/** How an act is undone: by performing another one on the same subject. Undoing is itself an act of the log. */
export interface Undo {
  /** the name of that act */
  readonly as: string;
  /** Its input; throws a Problem if that is not stored. */
  input?(stored: StoredAct): unknown;
  allow?(ctx: Ctx, stored: StoredAct): Promise<Verdict> | Verdict;
  /** Where it differs from performing that act. Throws a Problem with a sentence if it is no longer possible. */
  run?(tx: TxCtx, stored: StoredAct, reason: string): Promise<ActFacts | null>;
  /** `run` notifies the person concerned; otherwise the undo does */
  readonly notifies?: true;
}

interface Declared {
  /** the key in the log */
  readonly name: string;
  /** in the log: "Removed a comment" */
  readonly label: string;
  /** what the published figures count it as; null: not counted */
  readonly group: ActGroup | null;
  /** the lowest level on the edition, for the act and for undoing it; moderator by default */
  readonly level?: Level;
  /** appealable by default */
  readonly effect?: Effect;
}

/** The name of the act that undoes it, or more about that; `cannot` is shown before the act is done. */
type Undoable = { readonly undo: string | Undo } | { readonly cannot: string };

interface Performed<Input, Found> {
  /** missing: only pages of its feature perform it, and undoing another act */
  readonly offer?: Offer<Input>;
  /** in addition to the reason; nothing by default */
  readonly input?: z.ZodType<Input>;
  /** Reads and locks what it is done to; `run` gets the kind and number by default. */
  find?(tx: TxCtx, subject: ActRef, input: Input): Promise<Found>;
  /** The rule of the feature, in addition to the level. */
  allow?(tx: TxCtx, found: Found, input: Input): Promise<Verdict> | Verdict;
  /**
   * Changes it. Returns null if it changed nothing, or if the viewer may do the same without being a moderator: a page then records
   * nothing, the console always does.
   */
  run(tx: TxCtx, found: Found, input: Input, why: Why): Promise<ActFacts | null>;
  /** `run` notifies the person concerned; otherwise the console and the undo do, with the label and the reason */
  readonly notifies?: true;
}

/** Why an act is performed. */
export interface Why {
  readonly reason: string;
  /** the case on whose page it is done */
  readonly caseId: number | null;
}

/** An act that a feature records where it happens. */
export interface RecordedAct extends Required<Declared> {
  readonly undo: Undo | null;
  /** why it cannot be undone; '' if it can */
  readonly cannot: string;
}

/** An act that can be performed: by the console, on a page of its feature, and to undo another one. */
export interface Act<Input, Found>
  extends RecordedAct,
    Required<Pick<Performed<Input, Found>, 'input' | 'find' | 'allow' | 'run'>>,
    Pick<Performed<Input, Found>, 'offer' | 'notifies'> {}

/** Any act that can be performed: what `input` and `find` return is what `run` accepts. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the input and of what is found differ per act
export type PerformedAct = Act<any, any>;

/** The input of acts that need nothing but a reason. */
export type Nothing = Readonly<Record<never, never>>;

/**
 * Declares an act of moderators. Console, log, decisions, appeals, figures and the table of rights follow from it. Without `run`,
 * its feature only records it.
 */
export function act<Input = Nothing, Found = ActRef>(
  declared: Declared & Undoable & Performed<Input, Found>,
): Act<Input, Found>;
export function act(declared: Declared & Undoable): RecordedAct;
export function act(declared: Declared & Undoable): RecordedAct {
  const undo = 'undo' in declared ? declared.undo : null;
  return {
    level: Level.moderator,
    effect: 'appealable',
    cannot: '',
    ...('run' in declared && {
      input: z.object({}),
      find: async (_: TxCtx, subject: ActRef) => subject,
      allow: () => yes,
    }),
    ...declared,
    undo: typeof undo === 'string' ? { as: undo } : undo,
  };
}

/** What an act stored before or after; throws a Problem 409 if it did not, as acts of earlier versions. */
export function storedIn<Value>(
  schema: z.ZodType<Value>,
  state: Readonly<Record<string, unknown>>,
  missing = 'The earlier value isn’t stored.',
): Value {
  const parsed = schema.safeParse(state);
  if (!parsed.success) throw new Problem(409, missing);
  return parsed.data;
}

type Fits = Offer<Nothing>['allow'];

/** Offers to remove what is there. `fits`: whether the act applies to this subject. */
export const removing = (kind: string, button: string, fits?: Fits): Offer<Nothing> => ({
  kinds: [kind],
  button,
  key: 'r',
  allow: async (ctx, subject, input) => {
    const verdict = (await fits?.(ctx, subject, input)) ?? yes;
    if (!verdict.ok) return verdict;
    return subject.isGone ? conflict('It’s already removed.') : yes;
  },
});

/** Offers to restore what a moderator removed by the act `restores`. */
export const restoring = (restores: string, kind: string, button: string, fits?: Fits): Offer<Nothing> => ({
  kinds: [kind],
  button,
  key: 'o',
  reasons: 'inFavour',
  restores,
  allow: async (ctx, subject, input) => {
    const verdict = (await fits?.(ctx, subject, input)) ?? yes;
    if (!verdict.ok) return verdict;
    if (!subject.isGone) return conflict('It isn’t removed.');
    const removal = await latestAct(ctx, subject, [restores]);
    return removal ? yes : conflict('No moderator removed it.');
  },
});
