import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '#db/client.ts';
import { migrateUp } from '#db/migrate.ts';
import { systemClock } from '#platform/clock.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { DiskBlobStore } from '#platform/files/disk.ts';
import { GbxPool } from '#platform/gbx/pool.ts';
import { makeLog } from '#platform/log.ts';
import { postgresServer } from '#platform/postgres/server.ts';
import { allSites } from '#sites/all.ts';
import { demoPassword, demoPasswordFile } from './demo.ts';
import { plantDemo } from './plant.ts';

/** `npm run seed`: plants the demo world into DATABASE_URL, or else into the embedded database in DATA_DIR. */
async function seed(): Promise<void> {
  const config = decideConfig(readEnv(process.env));
  const sites = await allSites();
  mkdirSync(config.dataDir, { recursive: true });
  const server = await postgresServer(config);
  const { db, close } = openDb(server.url, { max: 8, applicationName: 'paddock seed' });
  const gbx = new GbxPool();
  const clock = systemClock;
  try {
    await migrateUp(db, sites);
    const files = await DiskBlobStore.open(join(config.dataDir, 'files'), clock.now());
    const services = { db, sites, files, gbx, clock, log: makeLog(config.logLevel) };
    const password = demoPassword(config.dataDir);
    const { tracks } = await plantDemo({ services, password });
    const where = sites.map((site) => site.label).join(', ');
    console.log(
      tracks > 0 ? `Planted ${tracks} tracks in ${where}.` : `The demo is already complete in ${where}.`,
    );
    console.log(`Sign in as alice, bob, carol, mo (moderator) or admin. Password: ${password}`);
    console.log(`It is kept in ${demoPasswordFile(config.dataDir)}.`);
  } finally {
    await gbx.close();
    await close();
    await server.stop();
  }
}

if (import.meta.main) await seed();
