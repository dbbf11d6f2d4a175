import './production.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { app } from '#app.ts';
import { dumpIdAt, listsOf } from '#features/dumps/server/make-dumps.ts';
import { writeDump } from '#features/dumps/server/write-dump.ts';
import { measured } from '#platform/backup/archive.ts';
import { FolderStore } from '#platform/backup/folder-store.ts';
import { decideConfig } from '#platform/config.ts';
import { makeCtx } from '#platform/ctx.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { openServices } from '#platform/services.ts';
import { visitor } from '#platform/viewer.ts';
import { allSites } from '#sites/all.ts';
import { existingServer } from './database.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run dump -- --to FOLDER
Writes everything that visitors see to FOLDER/<edition>/<time>, while the site is in use.`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (values.to === undefined) throw new ConfigError(['Say where to: npm run dump -- --to FOLDER']);
  const folder = new FolderStore(resolve(values.to));
  const config = decideConfig(readEnv(process.env));
  const server = await existingServer(config);
  closers.add(() => server.stop());
  const sites = await allSites();
  const opened = await openServices({ config, databaseUrl: server.url, sites, jobs: app.jobs });
  closers.add(opened.close);
  const { services } = opened;
  for (const site of sites) {
    const dumpId = dumpIdAt(services.clock.now());
    await writeDump(makeCtx(services, site, visitor, 'dump'), {
      lists: listsOf(app.routes),
      dumpId,
      async put(name, content) {
        const { found, content: bytes } = measured(content);
        await folder.put(`${site.code}/${dumpId}/${name}`, bytes);
        return { sha256: found.sha256, sizeBytes: found.bytes };
      },
    });
    console.log(`${site.code}: the dump ${dumpId} is complete in ${values.to}.`);
  }
  await closers.close();
});
