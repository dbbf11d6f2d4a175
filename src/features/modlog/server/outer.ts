import type { TxCtx } from '#platform/context.ts';
import type { ActName, ActState } from '../model.ts';

/** What an act changed, and for whom. */
export interface ActFacts {
  readonly before?: ActState | null | undefined;
  readonly after?: ActState | null | undefined;
  /** the user on whose account or work it was decided: they see the decision and may appeal */
  readonly personId?: number | null | undefined;
  /** the act that this one undoes */
  readonly undoes?: number | null | undefined;
}

/** The act that is being performed in a transaction. */
export interface Outer {
  readonly act: ActName;
  readonly subjectId: number;
  readonly actId: number;
  readonly caseId: number | null;
  /** what a feature's function recorded about the same act */
  facts: ActFacts;
}

const key = Symbol('the act that is being performed');

/** The same transaction while an act is performed in it. A symbol survives `{ ...tx, site }`. */
export const within = (tx: TxCtx, outer: Outer): TxCtx => {
  const inner: TxCtx & { [key]: Outer } = { ...tx, [key]: outer };
  return inner;
};

export const outerOf = (tx: TxCtx & { readonly [key]?: Outer }): Outer | undefined => tx[key];
