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
import { readEnv } from '#platform/env.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { GbxPool } from '#platform/gbx/pool.ts';
import { makeLog } from '#platform/log.ts';
import { PicturePool } from '#platform/pictures/pool.ts';
import { allSites } from '#sites/all.ts';
import { existingServer } from './database.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run seed [-- --admin]
Creates the demo community in DATABASE_URL, or otherwise in the embedded database of DATA_DIR.
  --admin  also its administrator`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({ options: { admin: { type: 'boolean', default: false } } });
  const config = decideConfig(readEnv(process.env));
  const sites = await allSites();
  const server = await existingServer(config);
  closers.add(() => server.stop());
  mkdirSync(config.dataDir, { recursive: true });
  const { db, close } = openDb(server.url, {
    max: 8,
    connectTimeoutMs: 60_000,
    applicationName: 'paddock seed',
  });
  closers.add(close);
  const pictures = new PicturePool();
  closers.add(() => pictures.close());
  const gbx = new GbxPool();
  closers.add(() => gbx.close());
  const clock = systemClock;
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
  await closers.close();
});
