import './production.ts';
import { parseArgs } from 'node:util';
import { decideConfig } from '#platform/config.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { copyMissing } from '#platform/files/moving.ts';
import { openPlace } from '#platform/files/open-files.ts';
import { runCommand } from './run-command.ts';

/** Files between two lines of progress. */
const progressEvery = 1000;

const usage = `Usage: npm run move-files
Copies all files from FILES_FORMER_URL to where they are stored now, while the site is in use. Removes nothing, and may be stopped and
repeated.`;

await runCommand(usage, async (closers) => {
  parseArgs({ options: {} });
  const { files, dataDir } = decideConfig(readEnv(process.env));
  if (files.former === null)
    throw new ConfigError([
      'Set FILES_FORMER_URL to where the files are: disk, or the address of an object store; the server needs it too.',
    ]);
  const opening = { dataDir, now: new Date() };
  const from = await openPlace(files.former, opening);
  closers.add(() => from.close());
  const to = await openPlace(files.place, opening);
  closers.add(() => to.close());
  const onFile = (copied: number) => {
    if (copied % progressEvery === 0) console.log(`${copied} files copied`);
  };
  const { copied, there, damaged } = await copyMissing({ from, to, onFile });
  console.log(`${copied} files copied, ${there} were there already.`);
  for (const sha256 of damaged) console.error(`The file ${sha256} is damaged and was not copied.`);
  if (damaged.length > 0) process.exitCode = 1;
  else console.log('All files are there: remove FILES_FORMER_URL from the settings and restart the server.');
  await closers.close();
});
