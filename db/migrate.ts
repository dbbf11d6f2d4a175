import { type Kysely, sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { postgresServer } from '#platform/postgres/server.ts';
import { allSites } from '#sites/all.ts';
import { ensureBoards } from './boards.ts';
import { openDb } from './client.ts';
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

const usage = `Usage: npm run migrate -- up | down | status
  up      bring the schema up to date and give every edition its partitions
  down    take the newest step back; its tables and their rows are gone then
  status  list the steps and when they ran
Works on DATABASE_URL, or else on the embedded database in DATA_DIR.`;

const stepLine = ({ name, ranAt }: MigrationStep) =>
  `${name}  ${ranAt ? ranAt.toISOString() : 'has not run'}`;
const list = (steps: readonly string[], none: string) => (steps.length > 0 ? steps.join('\n') : none);

/** The command line; answers with the exit code. */
async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (rest.length > 0 || !['up', 'down', 'status'].includes(command ?? '')) {
    console.error(usage);
    return 2;
  }
  const { databaseUrl, dataDir } = decideConfig(readEnv(process.env));
  const server = await postgresServer({ databaseUrl, dataDir });
  // a step may rewrite a large table: no time limit here
  const { db, close } = openDb(server.url, {
    max: 2,
    statementTimeoutMs: 0,
    applicationName: 'paddock migrate',
  });
  try {
    if (command === 'up') console.log(list(await migrateUp(db, await allSites()), 'Nothing to do.'));
    else if (command === 'down') console.log(list(await migrateDown(db), 'Nothing to take back.'));
    else console.log((await migrationStatus(db)).map(stepLine).join('\n'));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await close();
    await server.stop();
  }
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
