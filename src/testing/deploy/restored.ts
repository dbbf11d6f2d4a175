import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startOn } from '../browser/tools/server.ts';
import type { Outcomes } from './outcomes.ts';
import { command, crawled, differences, oneEdition, whileWriting } from './site.ts';

const run = promisify(execFile);

/**
 * Backs up a community that is being written to, then once more when it is quiet, restores that elsewhere, and compares what a visitor
 * gets at every public address. `data`: a data folder to copy instead of making a demo.
 */
export async function checkRestored(outcomes: Outcomes, data?: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-restored-'));
  await chmod(folder, 0o755); // started by root, the database runs as another user and must get in
  const [site, copy, backups] = ['site', 'copy', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]; // three names
  try {
    if (data !== undefined) await run('cp', ['-a', data, site]);
    outcomes.part('A backup of a site that is written to');
    const stop = await startOn(site, { env: oneEdition });
    const { result: first, written } = await whileWriting(() =>
      command('backup', site, ['--to', backups, '--verify']),
    );
    await stop();
    outcomes.check(
      `it was read back, with ${written} accounts and comments written meanwhile`,
      / are as they were\./.test(first),
      first,
    );
    const second = await command('backup', site, ['--to', backups]);
    outcomes.note(
      second
        .split('\n')
        .filter((line) => / files, /.test(line))
        .join(' '),
    );

    const frozenAt = String(Date.now() + 3_600_000);
    const before = await crawled(site, frozenAt);
    outcomes.note(await command('restore', copy, ['--from', backups]));
    const after = await crawled(copy, frozenAt);
    const different = differences(before, after);
    outcomes.check(
      `a visitor gets the same at ${before.size} public addresses of the restored site`,
      different.length === 0 && before.size > 100,
      different.slice(0, 20).join('\n    '),
    );
    const wrong = [...after].filter(([, found]) => found.startsWith('5'));
    outcomes.check('none of them fails', wrong.length === 0, wrong.slice(0, 5).join('\n    '));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
