import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';

/**
 * A position in PostgreSQL's write-ahead log, in bytes since its beginning. A transaction is visible on a replica that has replayed
 * the log up to a position that the primary server had after its commit.
 */
export type Position = number;

const bytes = (lsn: string) => sql.raw(`(${lsn} - '0/0'::pg_lsn)::bigint`);

/** The end of the log of the primary server: after everything that a statement can see. In SQL, for statements that need it. */
export const writtenPosition = bytes('pg_current_wal_insert_lsn()');

/** Where the primary server is. Rejects on a replica. */
export async function positionOfPrimary(db: Kysely<Database>): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`select ${writtenPosition} as position`.execute(db);
  return rows[0]?.position ?? 0;
}

/** Up to where a replica has replayed the log; null for a server that is none. */
export async function positionOfReplica(db: Kysely<Database>): Promise<Position | null> {
  const { rows } = await sql<{ position: Position | null }>`
    select case when pg_is_in_recovery() then ${bytes('pg_last_wal_replay_lsn()')} end as position`.execute(
    db,
  );
  return rows[0]?.position ?? null;
}

/** The position in a cookie; null if there is none. */
export function readPosition(text: string | undefined): Position | null {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : null;
}

/** A replica that is in use has passed every position that is this old. */
export const positionSeconds = 60;
