import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { allSites } from '#sites/all.ts';
import { newestFirst } from '#sites/schema.ts';
import { type Aim, atMost } from '../bench/pages/aims.ts';
import { BenchServer } from '../bench/pages/server.ts';

const execute = promisify(execFile);

/**
 * How long it takes until the newest edition is served with its demo community: in a clone of this repository in which nothing was
 * built, and again with what the first start has made.
 */
export async function measureStarts(): Promise<readonly Aim[]> {
  const [newest] = newestFirst(await allSites());
  if (!newest) throw new Error('sites/ holds no edition.');
  const folder = await mkdtemp(join(tmpdir(), 'paddock-report-'));
  try {
    const clone = join(folder, 'clone');
    await execute('git', ['clone', '--quiet', '.', clone]);
    await symlink(resolve('node_modules'), join(clone, 'node_modules'));
    const secondsOf = async () => {
      const server = await BenchServer.start(clone, join(folder, 'data'), newest, true);
      await server.ready;
      await server.stop();
      return (server.servedAt - server.startedAt) / 1000;
    };
    return [
      atMost('first start: newest edition with its demo', await secondsOf(), 12, 's'),
      atMost('second start: newest edition', await secondsOf(), 2, 's'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
