import { sql } from 'kysely';
import { recountPeople } from '#features/users/server/recount.ts';
import type { TxCtx } from '#platform/context.ts';

/** Recalculates how many public packs a user has. */
export async function countOwner(tx: TxCtx, userId: number): Promise<void> {
  await sql`select from profile where site = ${tx.site.code} and user_id = ${userId} for no key update`.execute(
    tx.db,
  );
  await recountPeople(tx, [userId]);
}
