import type { z } from 'zod';
import type { ActName } from '#features/modlog/model.ts';
import type { ActFacts } from '#features/modlog/server/actions.ts';
import type { Level } from '#lib/codes/level.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { Subject } from '../../rows.ts';
import type { SubjectKind } from '../../subjects.ts';
import type { ActField } from '../act-fields.ts';

/** What a moderator can do with a subject from the console, whatever the edition. */
export interface ModeratorAct<Input> {
  readonly name: ActName;
  readonly kinds: readonly SubjectKind[];
  /** of the button: "Remove the comment" */
  readonly label: string;
  /** the lowest level on the subject's edition */
  readonly level: Level;
  /** in addition to the reason */
  readonly fields: readonly ActField[] | ((ctx: Ctx, subject: Subject) => Promise<readonly ActField[]>);
  readonly input: z.ZodType<Input>;
  /** `run` notifies the person concerned; otherwise the act does, with its label and reason */
  readonly notifies?: true | undefined;
  /** The rule, in addition to the level. Without input: whether to offer the act at all. */
  allow(ctx: Ctx, subject: Subject, input: Input | null): Promise<Verdict> | Verdict;
  /** Changes the subject. A function of the feature that records the same act is this act: the log gets one row. */
  run(tx: TxCtx, subject: Subject, input: Input, reason: string): Promise<ActFacts | undefined>;
}

/** Any act, for tables: what `input` returns is what `allow` and `run` accept. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the input differs per act
export type AnyAct = ModeratorAct<any>;

/** An act of the log, as its undo needs it. */
export interface StoredAct {
  readonly actId: number;
  readonly act: ActName;
  readonly subject: { readonly kind: string; readonly id: number };
  readonly reason: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly personId: number | null;
  readonly caseId: number | null;
  /** null: the server itself */
  readonly userId: number | null;
  readonly at: Date;
}

/** How an act is undone; undoing is itself an act of the log. */
export interface Undo {
  /** the act that is recorded */
  readonly as: ActName;
  /** the lowest level on the edition; moderator by default */
  readonly level?: Level;
  /** `run` notifies the person concerned; otherwise the undo does */
  readonly notifies?: true;
  allow?(ctx: Ctx, act: StoredAct): Promise<Verdict> | Verdict;
  /** Throws a Problem with a sentence where it is no longer possible; nothing is changed then. */
  run(tx: TxCtx, act: StoredAct, reason: string): Promise<ActFacts | undefined>;
}

/** `cannot` is shown before the act is done: "A deleted message cannot be restored." */
export type UndoRule = Undo | { readonly cannot: string };

export const canUndo = (rule: UndoRule): rule is Undo => !('cannot' in rule);
