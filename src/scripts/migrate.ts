import { openDb } from '#db/client.ts';
import { type MigrationStep, migrateDown, migrateUp, migrationStatus } from '#db/migrate.ts';
import { decideConfig } from '#platform/config.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { allSites } from '#sites/all.ts';
import { existingServer } from './database.ts';

const usage = `Usage: npm run migrate -- up | down | status
  up      bring the schema up to date and create the partitions of every edition
  down    revert the latest step after the baseline; its tables and their rows are deleted
  status  list the steps and when they ran
Works on DATABASE_URL, otherwise on the embedded database in DATA_DIR.`;

const stepLine = ({ name, ranAt }: MigrationStep) =>
  `${name}  ${ranAt ? ranAt.toISOString() : 'has not run'}`;
const list = (steps: readonly string[], none: string) => (steps.length > 0 ? steps.join('\n') : none);

/** Runs the command line and returns its exit code. */
async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (rest.length > 0 || !['up', 'down', 'status'].includes(command ?? '')) {
    console.error(usage);
    return 2;
  }
  const { databaseUrl, dataDir } = decideConfig(readEnv(process.env));
  const server = await existingServer({ databaseUrl, dataDir });
  // a step may rewrite a large table: no time limit here
  const { db, close } = openDb(server.url, {
    max: 2,
    statementTimeoutMs: 0,
    applicationName: 'paddock migrate',
  });
  try {
    if (command === 'up') console.log(list(await migrateUp(db, await allSites()), 'Nothing to do.'));
    else if (command === 'down') console.log(list(await migrateDown(db), 'Nothing to revert.'));
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

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  return 1;
});
