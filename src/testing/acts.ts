import { allActs } from '#features/moderation/acts/server/all-acts.ts';
import type { RecordedAct } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';

/** The act of this name; a test that misspells it fails. */
export function actOf(name: string): RecordedAct {
  const act = allActs.find((one) => one.name === name);
  if (!act) throw new Error(`There is no act ${name}.`);
  return act;
}

/** Records an act as if it had been performed, and returns its number. */
export const recordNamed = (
  tx: TxCtx,
  { act, ...entry }: Parameters<typeof recordAct>[2] & { readonly act: string },
): Promise<number> => recordAct(tx, actOf(act), entry);
