import type { TxCtx } from '#platform/context.ts';
import { noLimits } from '#platform/rate-limits.ts';
import type { TestCtx } from '#testing/ctx.ts';

class Undo extends Error {}

/** Runs a function in a transaction that is rolled back. */
export async function undone<T>(ctx: TestCtx, run: (ctx: TestCtx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await ctx.db.transaction().execute(async (db) => {
      // writes join this transaction, as nested actions do; effects are ignored
      const tx: TestCtx & Pick<TxCtx, 'inTransaction' | 'onCommit'> = {
        ...ctx,
        db,
        inTransaction: true,
        onCommit: () => {},
        limits: noLimits,
      };
      result = { value: await run(tx) };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!result) throw new Error('It did not run.');
  return result.value;
}
