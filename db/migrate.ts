import { type Kysely, sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { ensureBoards } from './boards.ts';
import type { Database } from './database.ts';
import { acrossSites } from './for-site.ts';
import { migrations } from './migrations/index.ts';
import { dropSequences, ensurePartitions } from './partitions.ts';

export interface MigrationStep {
  name: string;
  ranAt: Date | null;
}

const everywhere = (db: Kysely<Database>) => acrossSites(db, 'a migration changes the tables of all sites');
const migratorOf = (db: Kysely<Database>) =>
  new Migrator({ db: everywhere(db), provider: { getMigrations: async () => migrations } });

/** Names of the steps that ran; a failed step throws, naming itself. */
function finished({ error, results }: MigrationResultSet): string[] {
  const failed = results?.find((result) => result.status === 'Error');
  if (error !== undefined)
    throw new Error(`Migration ${failed?.migrationName ?? '(none)'} failed: ${String(error)}`, {
      cause: error,
    });
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Brings the schema up to date and gives every site its partitions, its sequences and the boards of its forum. Safe
 * when two processes start at once.
 */
export async function migrateUp(db: Kysely<Database>, sites: readonly { code: string }[]): Promise<string[]> {
  const ran = finished(await migratorOf(db).migrateToLatest());
  const codes = sites.map((site) => site.code);
  await ensurePartitions(everywhere(db), codes);
  await ensureBoards(everywhere(db), codes);
  return ran;
}

/** Takes the newest step back. */
export async function migrateDown(db: Kysely<Database>): Promise<string[]> {
  const ran = finished(await migratorOf(db).migrateDown());
  const { rows } = await sql<{ gone: boolean }>`select to_regclass('site') is null as gone`.execute(db);
  if (rows[0]?.gone) await dropSequences(everywhere(db));
  return ran;
}

/** Every known step and when it ran. */
export async function migrationStatus(db: Kysely<Database>): Promise<MigrationStep[]> {
  const steps = await migratorOf(db).getMigrations();
  return steps.map((step) => ({ name: step.name, ranAt: step.executedAt ?? null }));
}
