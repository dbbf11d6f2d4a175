import { parseArgs } from 'node:util';
import { openDb } from '#db/client.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { allSites } from '#sites/all.ts';
import { existingServer } from './database.ts';
import { recountEdition } from './recount-edition.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run recount
Recalculates all positions, points, boards and counters of every edition.`;

await runCommand(usage, async (closers) => {
  parseArgs({ options: {} });
  const server = await existingServer(decideConfig(readEnv(process.env)));
  closers.add(() => server.stop());
  const { db, close } = openDb(server.url, {
    max: 2,
    statementTimeoutMs: 0,
    applicationName: 'paddock recount',
  });
  closers.add(close);
  for (const site of await allSites()) {
    console.log(`${site.code}: recounting`);
    await recountEdition({ db, site, clock: { now: () => new Date() } });
  }
  await closers.close();
});
