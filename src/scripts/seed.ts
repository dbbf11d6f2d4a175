import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDb } from '#db/client.ts';
import { migrateUp } from '#db/migrate.ts';
import {
  demoAdminPasswordFile,
  demoPassword,
  demoPasswordFile,
  refuseAmongRealUsers,
  seedDemoAdmin,
} from '#demo/demo-accounts.ts';
import { seedDemo } from '#demo/seed-demo.ts';
import { systemClock } from '#platform/clock.ts';
import { decideConfig } from '#platform/config.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { GbxPool } from '#platform/gbx/pool.ts';
import { makeLog } from '#platform/log.ts';
import { PicturePool } from '#platform/pictures/pool.ts';
import { allSites } from '#sites/all.ts';
import { existingServer } from './database.ts';

/**
 * `npm run seed [-- --admin]`: creates the demo community in DATABASE_URL, or otherwise in the embedded database of
 * DATA_DIR, and with --admin its administrator.
 */
async function seed(): Promise<void> {
  const { values } = parseArgs({ options: { admin: { type: 'boolean', default: false } } });
  const config = decideConfig(readEnv(process.env));
  const sites = await allSites();
  const server = await existingServer(config);
  mkdirSync(config.dataDir, { recursive: true });
  const { db, close } = openDb(server.url, {
    max: 8,
    connectTimeoutMs: 60_000,
    applicationName: 'paddock seed',
  });
  const gbx = new GbxPool();
  const pictures = new PicturePool();
  const clock = systemClock;
  try {
    await migrateUp(db, sites);
    await refuseAmongRealUsers(db); // before a password is stored
    const files = await openFiles(config.files, { dataDir: config.dataDir, now: clock.now() });
    const services = { db, sites, files, gbx, pictures, clock, log: makeLog(config.logLevel) };
    const password = demoPassword(config.dataDir);
    const { tracks } = await seedDemo({ services, password, tracks: config.demoTracks, say: console.log });
    const where = sites.map((site) => site.label).join(', ');
    console.log(
      tracks > 0 ? `Created ${tracks} tracks in ${where}.` : `The demo is already complete in ${where}.`,
    );
    console.log(`Sign in as alice, bob, carol or mo (moderator). Password: ${password}`);
    console.log(`It is stored in ${demoPasswordFile(config.dataDir)}.`);
    if (values.admin) {
      console.log(
        `The administrator is admin. Password: ${await seedDemoAdmin({ db, clock }, config.dataDir)}`,
      );
      console.log(`It is stored in ${demoAdminPasswordFile(config.dataDir)}.`);
    }
  } finally {
    await gbx.close();
    await pictures.close();
    await close();
    await server.stop();
  }
}

await seed().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
