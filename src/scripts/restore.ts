import './production.ts';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { BackupError } from '#platform/backup/archive.ts';
import { assertEmptyDatabase, assertKnownVersion, restore } from '#platform/backup/restore.ts';
import { decideConfig } from '#platform/config.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { openJobQueue } from '#platform/jobs/pg-boss.ts';
import { postgresServer } from '#platform/postgres/server.ts';
import { allSites } from '#sites/all.ts';
import { app } from '../app.ts';
import { openBackups, printVerified } from './backup-folder.ts';
import { unfinishedRestore } from './database.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run restore -- --from FOLDER [--backup ID] [--decrypt FILE] [--verify | --list]
Restores the latest backup into an empty DATA_DIR and an empty database: the embedded one, or DATABASE_URL.
  --backup ID     another backup than the latest
  --decrypt FILE  the file with the passphrase
  --verify        only reads the backup
  --list          only lists the backups`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      backup: { type: 'string' },
      decrypt: { type: 'string' },
      verify: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  if (values.from === undefined) throw new ConfigError(['Say where from: npm run restore -- --from FOLDER']);
  const archive = await openBackups(values.from, values.decrypt);
  const backups = await archive.backups();
  if (values.list) return void console.log(backups.join('\n'));
  const id = values.backup ?? backups.at(-1);
  if (id === undefined) throw new BackupError(`There is no complete backup in ${values.from}.`);
  if (values.verify) return printVerified(archive, id);
  const manifest = await archive.manifest(id);
  assertKnownVersion(manifest);

  const config = decideConfig(readEnv(process.env));
  const { dataDir, databaseUrl } = config;
  const found = await readdir(dataDir).catch(() => []);
  // it may be the home of a user, where npm has hidden folders
  if (found.some((name) => !name.startsWith('.')))
    throw new ConfigError([
      `The folder ${dataDir} is not empty. A backup is restored into an empty one only, so that it replaces nothing: set DATA_DIR.`,
    ]);
  if (databaseUrl !== null) await assertEmptyDatabase(databaseUrl);
  const marker = unfinishedRestore(dataDir);
  await mkdir(dataDir, { recursive: true });
  await writeFile(marker, `${id}\n`);
  const { url, stop } = await postgresServer(config);
  closers.add(stop);
  let queue: Awaited<ReturnType<typeof openJobQueue>> | undefined;
  closers.add(async () => queue?.stop());
  const regular = new Set(app.jobs.filter(({ cron }) => cron !== null).map(({ name }) => name));
  await restore({
    archive,
    manifest,
    url,
    dataDir,
    files: config.files,
    sites: await allSites(),
    now: () => new Date(),
    say: console.log,
    addJob: async (name, payload) => {
      queue ??= await openJobQueue({ url, jobs: app.jobs, log: pino({ level: 'warn' }) });
      if (!regular.has(name)) await queue.add(name, payload);
    },
  });
  await rm(marker);
  console.log(
    `The backup ${id} is restored into ${databaseUrl === null ? dataDir : `DATABASE_URL and ${dataDir}`}.`,
  );
  console.log(
    'Mails, webhooks and online records are paused until an administrator turns them on: Administration, Access.',
  );
  await closers.close();
});
