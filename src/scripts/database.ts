import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '#db/client.ts';
import { migrateUp, stepsOfNewerVersion } from '#db/migrate.ts';
import type { Config } from '#platform/config.ts';
import { ConfigError } from '#platform/env.ts';
import { hasCluster } from '#platform/postgres/cluster.ts';
import type { EmbeddedServer } from '#platform/postgres/embedded.ts';
import { checkOwnServer } from '#platform/postgres/own-server.ts';
import { postgresServer } from '#platform/postgres/server.ts';
import { oneStartAtATime } from '#platform/postgres/start-lock.ts';
import type { Site } from '#sites/schema.ts';
import type { Closers } from './run-command.ts';

/** The file that marks a data folder until a backup is completely restored into it. */
export const unfinishedRestore = (dataDir: string): string => join(dataDir, 'restore-is-unfinished');

function refuseUnfinishedRestore({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new ConfigError([
      `A restore into ${dataDir} was interrupted, so data is missing. Delete the folder, empty the database, and restore again.`,
    ]);
}

export interface OpenedDatabase {
  readonly url: string;
  readonly embedded: boolean;
}

/** Opens the database of DATABASE_URL or the embedded one, migrates it and creates the partitions of every edition. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & { forTools?: boolean },
  sites: readonly Site[],
  closers: Closers,
): Promise<OpenedDatabase> {
  refuseUnfinishedRestore(config);
  const server = await postgresServer(config);
  closers.add(() => server.stop());
  const { url } = server;
  await oneStartAtATime(url, async () => {
    if (config.databaseUrl !== null) await checkOwnServer(url);
    const { db, close } = openDb(url, { max: 2, statementTimeoutMs: 0, applicationName: 'paddock migrate' });
    try {
      const ran = await migrateUp(db, sites);
      for (const name of ran) console.log(`migrated ${name}`);
      const newer = await stepsOfNewerVersion(db);
      if (newer.length > 0) console.log(`The schema is of a newer version, which made ${newer.join(', ')}.`);
    } finally {
      await close();
    }
  });
  return { url, embedded: config.databaseUrl === null };
}

/**
 * The database of an installation that exists, for commands: it is named, and none is created, because a command in another folder
 * would otherwise make a second one and work on that.
 */
export async function existingServer(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<EmbeddedServer> {
  console.log(`Database: ${databaseName(config)}`);
  refuseUnfinishedRestore(config);
  if (config.databaseUrl === null && !hasCluster(join(config.dataDir, 'postgres')))
    throw new ConfigError([
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the server, or start it once with npm start.`,
    ]);
  return postgresServer(config);
}

/** How messages call the database: without its password. */
function databaseName({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === null) return `the embedded one in ${dataDir}`;
  const { pathname, host } = new URL(databaseUrl);
  return `${pathname.slice(1)} at ${host}`;
}
