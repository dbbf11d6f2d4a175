import { join } from 'node:path';
import { openDb } from '#db/client.ts';
import { migrateUp } from '#db/migrate.ts';
import type { Config } from '#platform/config.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import type { Site } from '#sites/schema.ts';
import type { Closers } from './run-command.ts';

export interface OpenedDatabase {
  readonly url: string;
  readonly embedded: boolean;
}

/** The database of DATABASE_URL or the embedded one, migrated and with the partitions of every edition. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  sites: readonly Site[],
  closers: Closers,
): Promise<OpenedDatabase> {
  const url = config.databaseUrl ?? (await startOurs(config.dataDir, closers));
  const { db, close } = openDb(url, { max: 2, statementTimeoutMs: 0, applicationName: 'paddock migrate' });
  try {
    const ran = await migrateUp(db, sites);
    for (const name of ran) console.log(`migrated ${name}`);
  } finally {
    await close();
  }
  return { url, embedded: config.databaseUrl === null };
}

async function startOurs(dataDir: string, closers: Closers): Promise<string> {
  const server = await startEmbedded({ dataDir: join(dataDir, 'postgres') });
  closers.add(() => server.stop());
  return server.url;
}
