import './production.ts';
import { openDb } from '#db/client.ts';
import { systemClock } from '#platform/clock.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { makeLog } from '#platform/log.ts';
import { allSites } from '#sites/all.ts';
import { adminCommand, usage } from './admin-commands.ts';
import { existingServer } from './database.ts';
import { runCommand } from './run-command.ts';

await runCommand(usage, async (closers) => {
  const config = decideConfig(readEnv(process.env));
  const sites = await allSites();
  const { url, stop } = await existingServer(config);
  closers.add(stop);
  const { db, close } = openDb(url, { max: 1, applicationName: 'paddock admin' });
  closers.add(close);
  const log = makeLog(config.logLevel);
  console.log(await adminCommand({ db, clock: systemClock, log, sites }, process.argv.slice(2)));
  await closers.close();
});
