import { openDb } from '#db/client.ts';
import { migrateUp } from '#db/migrate.ts';
import type { Config } from '#platform/config.ts';
import { postgresServer } from '#platform/postgres/server.ts';
import { oneStartAtATime } from '#platform/postgres/start-lock.ts';
import type { Site } from '#sites/schema.ts';
import type { Closers } from './run-command.ts';

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
  const server = await postgresServer(config);
  closers.add(() => server.stop());
  const { url } = server;
  await oneStartAtATime(url, async () => {
    const { db, close } = openDb(url, { max: 2, statementTimeoutMs: 0, applicationName: 'paddock migrate' });
    try {
      const ran = await migrateUp(db, sites);
      for (const name of ran) console.log(`migrated ${name}`);
    } finally {
      await close();
    }
  });
  return { url, embedded: config.databaseUrl === null };
}
