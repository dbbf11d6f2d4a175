import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { continueFromBaseline } from './baseline/index.ts';
import { ensureBoards } from './boards.ts';
import type { Database } from './database.ts';
import { acrossSites } from './for-site.ts';
import { type Migrations, migrations } from './migrations/index.ts';
import { completeSites, ensurePartitions } from './partitions.ts';

export interface MigrationStep {
  name: string;
  ranAt: Date | null;
}

const everywhere = (db: Kysely<Database>) => acrossSites(db, 'a migration changes the tables of all sites');

/** Each migration first creates the partitions that its sites lack by then. */
const withSites = (steps: Migrations): Migrations =>
  Object.fromEntries(
    Object.entries(steps).map(([name, migration]) => [
      name,
      {
        ...migration,
        async up(tx: Kysely<Database>) {
          await completeSites(tx);
          await migration.up(tx);
        },
      },
    ]),
  );

/** The steps that have run here and come after all that this version knows: a newer version has made them. */
export async function stepsOfNewerVersion(
  db: Kysely<Database>,
  steps: Migrations = migrations,
): Promise<string[]> {
  const newest = Object.keys(steps).toSorted().at(-1) ?? '';
  const table = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (table.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name > ${newest} collate "C" order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * The database may be ahead: after an upgrade people go back to the older version, which works with the newer schema. Steps that it does
 * not know stay, and only the version that made them can revert them.
 */
const ofNewerVersion = (name: string): Migration => ({
  up: async () => {},
  async down() {
    throw new Error(`${name} was made by a newer version. Revert it with that version.`);
  },
});

async function migratorOf(db: Kysely<Database>, steps: Migrations): Promise<Migrator> {
  const newer = await stepsOfNewerVersion(db, steps);
  const all = {
    ...withSites(steps),
    ...Object.fromEntries(newer.map((name) => [name, ofNewerVersion(name)])),
  };
  return new Migrator({ db: everywhere(db), provider: { getMigrations: async () => all } });
}

/** Returns the names of the steps that ran; throws an error with the name of a failed step. */
function finished({ error, results = [] }: MigrationResultSet): string[] {
  const named = (status: string) =>
    results.filter((result) => result.status === status).map((result) => result.migrationName);
  if (error !== undefined)
    throw new Error(`Migration ${named('Error')[0] ?? '(none)'} failed: ${String(error)}`, { cause: error });
  return named('Success');
}

/**
 * Migrates the schema and creates every site's partitions, sequences and forum boards. Safe for concurrent
 * starts.
 */
export async function migrateUp(
  db: Kysely<Database>,
  sites: readonly { code: string }[],
  steps = migrations,
): Promise<string[]> {
  await continueFromBaseline(db);
  const ran = finished(await (await migratorOf(db, steps)).migrateToLatest());
  const codes = sites.map((site) => site.code);
  await ensurePartitions(everywhere(db), codes);
  await ensureBoards(everywhere(db), codes);
  const isUpgrade = ran.length > 0 && ran.length < Object.keys(steps).length;
  // new columns and indexes have no statistics, and autovacuum may take minutes to find them: until then plans are guesses
  if (isUpgrade) await sql`analyze`.execute(db);
  return ran;
}

/** Reverts the latest step; the baseline stays. */
export async function migrateDown(db: Kysely<Database>, steps = migrations): Promise<string[]> {
  await continueFromBaseline(db);
  return finished(await (await migratorOf(db, steps)).migrateDown());
}

/** All steps and when they ran. */
export async function migrationStatus(db: Kysely<Database>): Promise<MigrationStep[]> {
  const steps = await (await migratorOf(db, migrations)).getMigrations();
  return steps.map((step) => ({ name: step.name, ranAt: step.executedAt ?? null }));
}
