import { sql } from 'kysely';
import type { TxCtx } from '#platform/context.ts';

/** Gives the tracks of one profile, and its part in those of others, to another. */
export async function handOverTracks(tx: TxCtx, from: number, to: number): Promise<void> {
  const here = sql`site = ${tx.site.code}`;
  const inBoth = (
    a: number,
    b: number,
  ) => sql`a.${here} and a.user_id = ${a} and o.${here} and o.user_id = ${b}
    and o.track_id = a.track_id`;
  // a track of both keeps one of them: the uploader, otherwise the one who has accepted
  await sql`delete from track_author a using track_author o
    where ${inBoth(to, from)} and (o.is_uploader or a.is_pending)`.execute(tx.db);
  await sql`delete from track_author a using track_author o where ${inBoth(from, to)}`.execute(tx.db);
  await sql`update track_author set user_id = ${to} where ${here} and user_id = ${from}`.execute(tx.db);
  await sql`update track set record_user_id = ${to} where ${here} and record_user_id = ${from}
    and track_id in (select track_id from replay where ${here} and user_id in (${from}, ${to}))`.execute(
    tx.db,
  );
  await sql`update track set uploader_id = ${to},
      deleted_by = case when deleted_by = ${from} then ${to} else deleted_by end
    where ${here} and uploader_id = ${from}`.execute(tx.db);
  await sql`update track_version set uploaded_by = ${to} where ${here} and uploaded_by = ${from}`.execute(
    tx.db,
  );
  await sql`update picture set user_id = ${to}
    where ${here} and user_id = ${from} and track_id is not null`.execute(tx.db);
}
