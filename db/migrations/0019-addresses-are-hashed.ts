import { type Kysely, sql } from 'kysely';

/**
 * Limits were counted under visitors' plain addresses, and hashed under a key that was never changed. Both are
 * deleted: keys are hashed now, and their key is replaced every 30 days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`truncate rate_limit`.execute(db);
  await sql`delete from server_secret where name = 'address'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`truncate rate_limit`.execute(db);
  await sql`delete from server_secret where name like 'address %'`.execute(db);
}
