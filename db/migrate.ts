import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { ensureBoards } from './boards.ts';
import type { Database } from './database.ts';
import { acrossSites } from './for-site.ts';
import { migrations } from './migrations/index.ts';
import { completeSites, dropSequences, ensurePartitions } from './partitions.ts';

export interface MigrationStep {
  name: string;
  ranAt: Date | null;
}

const everywhere = (db: Kysely<Database>) => acrossSites(db, 'a migration changes the tables of all sites');

/** The migrations; each first completes what the sites have by then. */
const steps: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    {
      ...migration,
      async up(tx) {
        await completeSites(tx);
        await migration.up(tx);
      },
    },
  ]),
);

const migratorOf = (db: Kysely<Database>) =>
  new Migrator({ db: everywhere(db), provider: { getMigrations: async () => steps } });

/** Returns the names of the steps that ran; throws an error with the name of a failed step. */
function finished({ error, results }: MigrationResultSet): string[] {
  const failed = results?.find((result) => result.status === 'Error');
  if (error !== undefined)
    throw new Error(`Migration ${failed?.migrationName ?? '(none)'} failed: ${String(error)}`, {
      cause: error,
    });
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Migrates the schema and creates every site's partitions, sequences and forum boards. Safe for concurrent
 * starts.
 */
export async function migrateUp(db: Kysely<Database>, sites: readonly { code: string }[]): Promise<string[]> {
  const ran = finished(await migratorOf(db).migrateToLatest());
  const codes = sites.map((site) => site.code);
  await ensurePartitions(everywhere(db), codes);
  await ensureBoards(everywhere(db), codes);
  const isUpgrade = ran.length > 0 && ran.length < Object.keys(migrations).length;
  // new columns and indexes have no statistics, and autovacuum may take minutes to find them: until then plans are guesses
  if (isUpgrade) await sql`analyze`.execute(db);
  return ran;
}

/** Reverts the newest step. */
export async function migrateDown(db: Kysely<Database>): Promise<string[]> {
  const ran = finished(await migratorOf(db).migrateDown());
  const { rows } = await sql<{ gone: boolean }>`select to_regclass('site') is null as gone`.execute(db);
  if (rows[0]?.gone) await dropSequences(everywhere(db));
  return ran;
}

/** All steps and when they ran. */
export async function migrationStatus(db: Kysely<Database>): Promise<MigrationStep[]> {
  const steps = await migratorOf(db).getMigrations();
  return steps.map((step) => ({ name: step.name, ranAt: step.executedAt ?? null }));
}
