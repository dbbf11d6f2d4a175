import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Programs, runOn, succeeded } from './programs.ts';

/** What the keeper's files are called inside the data folder. */
export const files = { cluster: 'cluster', password: 'password', port: 'port', log: 'server.log' };
export const owner = 'paddock';
export const database = 'paddock';

/** The generated password of the one role, made at the first start. Readable by us alone. */
export function passwordIn(dataDir: string): string {
  const path = join(dataDir, files.password);
  if (!existsSync(path)) {
    if (existsSync(join(dataDir, files.cluster)))
      throw new Error(`${path} is missing, and without it the database beside it cannot be opened.`);
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(path, 'utf8').trim();
}

/** Makes the cluster unless it is there. It gets its name last, so one that was cut short is made anew. */
export async function ensureCluster(dataDir: string, programs: Programs, durable: boolean): Promise<void> {
  const cluster = join(dataDir, files.cluster);
  if (existsSync(cluster)) return;
  const password = passwordIn(dataDir);
  const draft = `${cluster}.new`;
  const passwordFile = join(dataDir, 'password.new');
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (programs.user) {
    chownSync(draft, programs.user.uid, programs.user.gid);
    chownSync(passwordFile, programs.user.uid, programs.user.gid);
  }
  const handle = openSync(passwordFile, 'r');
  const byName = !programs.user || process.platform !== 'linux';
  try {
    const init = runOn(
      programs,
      draft,
      'initdb',
      (path) => [
        `--pgdata=${path}`,
        `--pwfile=${byName ? passwordFile : '/proc/self/fd/4'}`,
        `--username=${owner}`,
        '--auth=scram-sha-256',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--encoding=UTF8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      { extra: [handle] },
    );
    await succeeded(init, 'initdb');
  } finally {
    closeSync(handle);
    rmSync(passwordFile);
  }
  const single = runOn(programs, draft, 'postgres', (path) => ['--single', '-D', path, 'postgres'], {
    input: `create database ${database}\n`,
  });
  await succeeded(single, 'The making of the database');
  renameSync(draft, cluster);
}

/** Refuses a cluster of another major version with a sentence, before the server does so in its log. */
export function checkVersion(dataDir: string, major: string): void {
  const found = readFileSync(join(dataDir, files.cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new Error(
      `${dataDir} was made by PostgreSQL ${found}, and the embedded one is ${major}: dump it with the old one and restore it into an empty folder.`,
    );
}
