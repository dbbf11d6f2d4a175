import './production.ts';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { backUp } from '#platform/backup/back-up.ts';
import { decideConfig } from '#platform/config.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { lastBackupFile } from '#platform/metrics/read-services.ts';
import { openBackups, printVerified } from './backup-folder.ts';
import { existingServer } from './database.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run backup -- --to FOLDER [--keep N] [--encrypt FILE] [--verify]
Copies the database, the files and the secrets, while the site is in use.
  --to FOLDER     a folder, or the address of an object store
  --keep N        removes all but the last N backups
  --encrypt FILE  encrypts with the passphrase in FILE
  --verify        reads the new backup back`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      encrypt: { type: 'string' },
      verify: { type: 'boolean', default: false },
    },
  });
  if (values.to === undefined) throw new ConfigError(['Say where to: npm run backup -- --to FOLDER']);
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
    throw new ConfigError(['--keep must be the number of backups that remain, such as 14.']);
  const config = decideConfig(readEnv(process.env));
  const server = await existingServer(config);
  closers.add(() => server.stop());
  const archive = await openBackups(values.to, values.encrypt, { create: true });
  const files = await openFiles(config.files, { dataDir: config.dataDir, now: new Date() });
  closers.add(() => files.close());
  const { manifest, removed } = await backUp({
    source: { url: server.url, files, dataDir: config.dataDir },
    archive,
    now: () => new Date(),
    say: console.log,
    ...(values.keep !== undefined && { keep: Number(values.keep) }),
  });
  await writeFile(lastBackupFile(config.dataDir), `${manifest.id}\n`); // its time is a metric
  console.log(`Backup ${manifest.id} is complete in ${values.to}.`);
  for (const id of removed.backups) console.log(`Backup ${id} was removed.`);
  for (const sha256 of manifest.lostFiles)
    console.error(`The site has lost the file ${sha256}: it is missing or damaged, and not in the backup.`);
  if (manifest.lostFiles.length > 0) process.exitCode = 1;
  if (values.verify) await printVerified(archive, manifest.id);
  await closers.close();
});
