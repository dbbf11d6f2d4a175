import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Programs, runOn, succeeded } from './programs.ts';
import { database, demotedRole, hostRules, newRoles, rolesAreReady, superuser } from './roles.ts';

/** File names of the keeper inside the data folder. */
export const files = {
  cluster: 'cluster',
  password: 'password',
  port: 'port',
  log: 'server.log',
  /** marks that the application's role of this cluster is not a superuser */
  roles: 'roles',
};

/** The generated password of the application's role, created at the first start. Readable only by us. */
export function passwordIn(dataDir: string): string {
  const path = join(dataDir, files.password);
  if (!existsSync(path)) {
    if (existsSync(join(dataDir, files.cluster)))
      throw new Error(`${path} is missing, and without it the database next to it cannot be opened.`);
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(path, 'utf8').trim();
}

interface ClusterChoice {
  readonly dataDir: string;
  readonly durable: boolean;
  readonly forTools: boolean;
}

/** Whether the cluster of this data folder was created. */
export const hasCluster = (dataDir: string): boolean => existsSync(join(dataDir, files.cluster));

/** Creates the cluster unless it exists. It gets its final name last, so that an interrupted creation is repeated. */
export async function ensureCluster(choice: ClusterChoice, programs: Programs): Promise<void> {
  const { dataDir, durable, forTools } = choice;
  const cluster = join(dataDir, files.cluster);
  if (existsSync(cluster)) return;
  const password = passwordIn(dataDir);
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (programs.user) chownSync(draft, programs.user.uid, programs.user.gid);
  const init = runOn(programs, draft, 'initdb', (path) => [
    `--pgdata=${path}`,
    `--username=${superuser}`,
    '--auth=reject', // until hostRules replace it
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--encoding=UTF8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  await succeeded(init, 'initdb');
  const single = runOn(programs, draft, 'postgres', (path) => ['--single', '-D', path, 'postgres'], {
    input: newRoles({ password, forTools }),
  });
  await succeeded(single, 'The creation of the database');
  writeFileSync(join(dataDir, files.roles), rolesVersion);
  renameSync(draft, cluster);
}

const rolesVersion = '2\n';

/**
 * Decides who may connect, and removes superuser rights from the application's role of a cluster created by an earlier
 * version. No server may run on the cluster meanwhile.
 */
export async function ensureRoles(choice: ClusterChoice, programs: Programs): Promise<void> {
  const { dataDir, forTools } = choice;
  const cluster = join(dataDir, files.cluster);
  const marker = join(dataDir, files.roles);
  if (!existsSync(marker)) {
    console.error('Removing superuser rights from the application’s role.');
    const single = runOn(programs, cluster, 'postgres', (path) => ['--single', '-D', path, database], {
      input: demotedRole({ password: passwordIn(dataDir), forTools }),
      captured: true,
    });
    let report = '';
    single.stdout?.on('data', (text) => {
      report += String(text);
    });
    await succeeded(single, 'The change of roles');
    if (!report.includes(rolesAreReady))
      throw new Error(`The roles of the database could not be changed; see ${join(dataDir, files.log)}.`);
    writeFileSync(marker, rolesVersion);
  }
  replaceFile(join(cluster, 'pg_hba.conf'), hostRules, programs);
}

/** Replaces a file with a new one: it never follows a link that the server's user may have created. */
function replaceFile(path: string, text: string, { user }: Programs): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  if (user) chownSync(draft, user.uid, user.gid);
  renameSync(draft, path);
}

/** Refuses a cluster of another major version with a sentence, before the server does so in its log. */
export function checkVersion(dataDir: string, major: string): void {
  const found = readFileSync(join(dataDir, files.cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new Error(
      `${dataDir} was made by PostgreSQL ${found}, and the embedded one is ${major}: dump it with the old one and restore it into an empty folder.`,
    );
}
