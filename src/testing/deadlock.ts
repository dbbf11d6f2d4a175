import { sql } from 'kysely';
import type { TxCtx } from '#platform/context.ts';

/** Returns a step whose first calls, `times` of them, end their transaction as PostgreSQL does after a deadlock. */
export function endedByDeadlock(times: number): (tx: Pick<TxCtx, 'db'>) => Promise<void> {
  let left = times;
  return async ({ db }) => {
    if (left-- > 0)
      await sql`do $$ begin raise exception using errcode = 'deadlock_detected'; end $$`.execute(db);
  };
}
