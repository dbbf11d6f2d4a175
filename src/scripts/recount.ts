import { openDb } from '#db/client.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { postgresServer } from '#platform/postgres/server.ts';
import { allSites } from '#sites/all.ts';
import { recountEdition } from './recount-edition.ts';

/** `npm run recount`: recalculates all positions, points, boards and counters of every edition. */
async function run(): Promise<void> {
  const { databaseUrl, dataDir } = decideConfig(readEnv(process.env));
  const server = await postgresServer({ databaseUrl, dataDir });
  const { db, close } = openDb(server.url, {
    max: 2,
    statementTimeoutMs: 0,
    applicationName: 'paddock recount',
  });
  try {
    for (const site of await allSites()) {
      console.log(`${site.code}: recounting`);
      await recountEdition({ db, site, clock: { now: () => new Date() } });
    }
  } finally {
    await close();
    await server.stop();
  }
}

await run();
