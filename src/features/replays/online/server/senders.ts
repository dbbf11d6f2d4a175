import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { maxUnverified } from '../trust.ts';

/** What the crew decided about an account that sends online records; unknown: nothing yet. */
export type SenderState = 'approved' | 'held' | 'unknown';

export async function senderState(ctx: Ctx, userId: number): Promise<SenderState> {
  const row = await forSite(ctx, 'record_server')
    .where('user_id', '=', userId)
    .select('state')
    .executeTakeFirst();
  return row?.state ?? 'unknown';
}

/** Stores what the crew decided. The caller has locked the boards. */
export async function setSenderState(tx: TxCtx, userId: number, state: SenderState): Promise<void> {
  const key = { site: tx.site.code, user_id: userId };
  if (state === 'unknown') {
    await tx.db
      .deleteFrom('record_server')
      .where('site', '=', key.site)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  const row = { state, decided_at: tx.clock.now() };
  await tx.db
    .insertInto('record_server')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['site', 'user_id']).doUpdateSet(row))
    .execute();
}

/** How many more records of this account can be stored without approval. */
export async function unverifiedRoom(tx: TxCtx, userId: number): Promise<number> {
  const { rows } = await sql<{ stored: number }>`
    select count(*)::integer as stored from (
      select from online_record where site = ${tx.site.code} and sent_by = ${userId}
        and (not is_trusted or waits_for is not null)
      limit ${maxUnverified}) unverified`.execute(tx.db);
  return maxUnverified - (rows[0]?.stored ?? 0);
}
