import { sql } from 'kysely';
import type { Services } from './context.ts';

/**
 * Waits until no other transaction holds this key, and holds it until this one ends, across all processes. For rules about
 * rows that may not exist yet, such as a limit or a unique value; existing rows are locked with `for update`.
 */
export async function lockUntilCommit(tx: Pick<Services, 'db'>, key: string): Promise<void> {
  await sql`select ${lockOf(key)}`.execute(tx.db);
}

/** The same as an expression, for a statement that does more. */
export const lockOf = (key: string) => sql<null>`pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
