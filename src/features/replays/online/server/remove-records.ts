import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockBoards, rankBoards } from './boards.ts';
import { type SenderState, senderState, setSenderState } from './senders.ts';

/** The online records of a track, or those that an account sent; `server`: only those with this name of a server. */
export type RecordsOf =
  | { readonly kind: 'track'; readonly id: number }
  | { readonly kind: 'user'; readonly id: number; readonly server: string | null };

/** What removing many records changed, so that exactly that can be restored. */
export interface RemovedRecords {
  readonly batch: string;
  readonly records: number;
  /** of the account whose records they are; null: records of a track */
  readonly senderBefore: SenderState | null;
}

/** Boards whose records are changed by one statement. */
const uidsAtOnce = 200;

const rowsOf = (of: RecordsOf): RawBuilder<SqlBool> =>
  of.kind === 'user'
    ? sql<SqlBool>`sent_by = ${of.id} ${of.server === null ? sql`` : sql`and server = ${of.server}`}`
    : sql<SqlBool>`uid in (select v.uid from track_version v where v.site = online_record.site and v.track_id = ${of.id})`;

/** Changes records board by board and ranks these again. Returns how many were changed. */
async function changeRecords(
  tx: TxCtx,
  which: RawBuilder<SqlBool>,
  change: RawBuilder<unknown>,
): Promise<number> {
  const here = sql`online_record.site = ${tx.site.code}`;
  const { rows } = await sql<{ uid: string }>`
    select distinct uid from online_record where ${here} and ${which} order by uid`.execute(tx.db);
  let changed = 0;
  for (let at = 0; at < rows.length; at += uidsAtOnce) {
    const uids = rows.slice(at, at + uidsAtOnce).map(({ uid }) => uid);
    const { numAffectedRows = 0n } = await sql`
      update online_record set ${change} where ${here} and uid = any(${uids}::text[]) and ${which}`.execute(
      tx.db,
    );
    changed += Number(numAffectedRows);
    await rankBoards(tx, uids);
  }
  return changed;
}

/** Whether any of these records is not removed. */
export async function hasRecords(ctx: Ctx, of: RecordsOf): Promise<boolean> {
  const { rows } = await sql`select from online_record where site = ${ctx.site.code} and ${rowsOf(of)}
    and removed_at is null limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/**
 * Removes all these records at once. Further records of an account whose records are all removed wait for a moderator; the name of a
 * server decides nothing about later ones, because its sender can change it.
 */
export async function removeRecords(tx: TxCtx, of: RecordsOf, reason: string): Promise<RemovedRecords> {
  await lockBoards(tx);
  const batch = randomUUID();
  const records = await changeRecords(
    tx,
    sql<SqlBool>`${rowsOf(of)} and removed_at is null`,
    sql`removed_at = ${tx.clock.now()}, removed_by = ${tx.viewer.userId}, removal_reason = ${reason},
      removal_batch = ${batch}::uuid`,
  );
  if (records === 0) throw new Problem(409, 'There are no online records to remove.');
  if (of.kind === 'track' || of.server !== null) return { batch, records, senderBefore: null };
  const senderBefore = await senderState(tx, of.id);
  await setSenderState(tx, of.id, 'held');
  return { batch, records, senderBefore };
}

/** Restores the records that were removed together. */
export async function restoreRecords(
  tx: TxCtx,
  { batch, senderBefore }: Pick<RemovedRecords, 'batch' | 'senderBefore'>,
  senderId: number,
): Promise<number> {
  await lockBoards(tx);
  const records = await changeRecords(
    tx,
    sql<SqlBool>`removal_batch = ${batch}::uuid`,
    sql`removed_at = null, removed_by = null, removal_reason = null, removal_batch = null`,
  );
  // unless the crew has decided about the account since
  if (senderBefore !== null && (await senderState(tx, senderId)) === 'held')
    await setSenderState(tx, senderId, senderBefore);
  return records;
}

/**
 * Approves an account that sends records, or takes the approval back. What waited only for that is shown; on an edition that shows
 * approved servers only, it waits again afterwards.
 */
export async function setSender(tx: TxCtx, userId: number, state: SenderState): Promise<SenderState> {
  await lockBoards(tx);
  const before = await senderState(tx, userId);
  const approved = state === 'approved';
  if (approved === (before === 'approved'))
    throw new Problem(409, approved ? 'This server is already approved.' : 'This server isn’t approved.');
  await setSenderState(tx, userId, state);
  const waits = state === 'held' || tx.switches.of(tx.site.code).onlineRecords === 'approved';
  await changeRecords(
    tx,
    sql<SqlBool>`sent_by = ${userId}`,
    approved
      ? sql`is_trusted = waits_for is distinct from 'time', waits_for = nullif(waits_for, 'server')`
      : sql`is_trusted = false, waits_for = coalesce(waits_for, ${waits ? 'server' : null}::text)`,
  );
  return before;
}

/** What the acts on an account that sends records show: the names of its servers, and how many records wait. */
export async function sentBy(ctx: Ctx, userId: number) {
  const { rows } = await sql<{ server: string }>`
    select distinct server from (
      select server from online_record where site = ${ctx.site.code} and sent_by = ${userId} and removed_at is null
      order by uid limit 10000) recent order by server limit 50`.execute(ctx.db);
  const waiting = await forSite(ctx, 'online_record')
    .where('sent_by', '=', userId)
    .where('waits_for', 'is not', null)
    .where('removed_at', 'is', null)
    .limit(1)
    .select('online_record_id')
    .executeTakeFirst();
  return { servers: rows.map(({ server }) => server), hasWaiting: waiting !== undefined };
}
