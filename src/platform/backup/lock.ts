import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '#db/database.ts';
import { BackupError } from './archive.ts';

const key = sql`hashtextextended('paddock.backup', 0)`;

/**
 * Until this transaction ends, no backup begins. False if one is running: the files that its rows name must then stay, and the nightly
 * sweep finds those that are still unused.
 */
export async function holdOffBackups(tx: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${key}) as free`.execute(tx);
  return rows[0]?.free === true;
}

/** Begins a transaction for a backup: until it ends, no other backup begins and no file is removed. */
export async function beginBackup(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '30s'`); // a file that is just being removed
  try {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('paddock.backup', 0))`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable)
      throw new BackupError('Another backup of this database is running.');
    throw error;
  }
}

const lockNotAvailable = '55P03';
