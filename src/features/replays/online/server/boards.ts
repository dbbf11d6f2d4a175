import { sql } from 'kysely';
import type { TxCtx } from '#platform/context.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { unapprovedPlaces } from '../trust.ts';

/** Serialises everything that changes what is on the boards of this edition, until the transaction ends. */
export const lockBoards = (tx: TxCtx): Promise<void> => lockUntilCommit(tx, `online records ${tx.site.code}`);

/** Boards ranked by one statement. */
const uidsAtOnce = 500;

/**
 * Marks the records that are on the boards of these UIds: one per login, the best first. A record of an approved server is never
 * displaced by another one, and an account without approval has at most a third of the places, so that nobody can fill a board.
 */
export async function rankBoards(tx: TxCtx, uids: readonly string[]): Promise<void> {
  const different = [...new Set(uids)];
  for (let at = 0; at < different.length; at += uidsAtOnce)
    await rankSome(tx, different.slice(at, at + uidsAtOnce));
}

async function rankSome(tx: TxCtx, uids: readonly string[]): Promise<void> {
  const most = tx.settings.onlineRecords;
  await sql`
    with counted as (
      select online_record_id, uid, mode, login, time_ms, sent_at, is_trusted, sent_by,
        row_number() over (partition by uid, mode, login order by is_trusted desc, time_ms, online_record_id) as of_login
      from online_record
      where site = ${tx.site.code} and uid = any(${[...uids]}::text[]) and removed_at is null and waits_for is null
    ), shared as (
      select *, row_number() over (partition by uid, mode, is_trusted, sent_by
        order by time_ms, sent_at nulls first, online_record_id) as of_sender
      from counted where of_login = 1
    ), placed as (
      select online_record_id, row_number() over (partition by uid, mode
        order by is_trusted desc, time_ms, sent_at nulls first, online_record_id) as place
      from shared where is_trusted or of_sender <= ${unapprovedPlaces(most)}::integer
    ), wanted as (
      select o.online_record_id, coalesce(p.place <= ${most}::integer, false) as is_shown
      from online_record o left join placed p using (online_record_id)
      where o.site = ${tx.site.code} and o.uid = any(${[...uids]}::text[])
    )
    update online_record o set is_shown = w.is_shown from wanted w
    where o.site = ${tx.site.code} and o.online_record_id = w.online_record_id and o.is_shown <> w.is_shown`.execute(
    tx.db,
  );
}
