import { app } from '#app.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { oneStartAtATime } from '#platform/postgres/start-lock.ts';
import { openServices } from '#platform/services.ts';
import { openDatabase } from '#scripts/database.ts';
import { seedUnlessDeclined } from '#scripts/demo.ts';
import { runCommand } from '#scripts/run-command.ts';
import { allSites } from '#sites/all.ts';

/** The steps of `npm start` before builds and server, for one edition; ends by itself. */
await runCommand('Usage: node src/testing/start-steps.ts', async (closers) => {
  const config = decideConfig(readEnv(process.env));
  const sites = (await allSites()).slice(0, 1);
  const database = await openDatabase(config, sites, closers);
  const { services, unattended, queue, close } = await openServices({
    config,
    databaseUrl: database.url,
    sites,
    jobs: app.jobs,
  });
  closers.add(close);
  const choice = { empty: false, 'demo-admin': false, tracks: 24 };
  if (database.embedded)
    await oneStartAtATime(database.url, () => seedUnlessDeclined(unattended, config.dataDir, choice));
  await queue.work(services);
  console.log('started');
  await closers.close();
  process.exit(0);
});
