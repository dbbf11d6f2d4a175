import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';

/**
 * A position in PostgreSQL's write-ahead log: bytes since its beginning, after those of all earlier timelines. A transaction is visible on
 * a replica that has replayed the log up to a position that the primary server had after its commit. A replica that takes over begins
 * another timeline, and may have lacked the end of the former one: every position on it is after all of the former one.
 */
export type Position = number;

/** Room for 16 TiB of log, and for 512 timelines in a number. Beyond the first, only failovers are compared wrongly. */
const bitsOfPlace = 44;

/** The position of a place on a timeline, in bytes. */
export const positionAt = (timeline: number, place: number): Position => timeline * 2 ** bitsOfPlace + place;

export const timelineOf = (position: Position): number => Math.floor(position / 2 ** bitsOfPlace);
export const placeOf = (position: Position): number => position % 2 ** bitsOfPlace;

/** How far a replica has come, in bytes. It cannot be asked on which timeline. */
export interface ReplicaPlace {
  readonly replayed: number;
  /** at least as much */
  readonly received: number;
}

const bytes = (lsn: string) => `(${lsn} - '0/0'::pg_lsn)::bigint`;
const inserted = 'pg_current_wal_insert_lsn()';
/** The name of a file of the log begins with its timeline. */
const timeline = `('x' || left(pg_walfile_name(${inserted}), 8))::bit(32)::bigint`;

/** The end of the log of the primary server: after everything that a statement can see. In SQL, for statements that need it. */
export const writtenPosition = sql.raw(`((${timeline} << ${bitsOfPlace}) + ${bytes(inserted)})`);

/** Where the primary server is. Rejects on a replica. */
export async function positionOfPrimary(db: Kysely<Database>): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`select ${writtenPosition} as position`.execute(db);
  return rows[0]?.position ?? 0;
}

/** How far a replica has come; null for a server that is none. */
export async function placeOfReplica(db: Kysely<Database>): Promise<ReplicaPlace | null> {
  const replayed = 'pg_last_wal_replay_lsn()';
  const { rows } = await sql<{ [Name in keyof ReplicaPlace]: number | null }>`
    select ${sql.raw(bytes(replayed))} as replayed,
      ${sql.raw(bytes(`greatest(${replayed}, pg_last_wal_receive_lsn())`))} as received
    where pg_is_in_recovery()`.execute(db);
  const [{ replayed: at = null, received = null } = {}] = rows;
  return at === null || received === null ? null : { replayed: at, received };
}

/** The position in a cookie; null if there is none. */
export function readPosition(text: string | undefined): Position | null {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : null;
}

/** A replica that is in use has passed every position that is this old. */
export const positionSeconds = 60;
