import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { serverUser } from '#platform/postgres/run-as.ts';
import type { Outcomes } from './outcomes.ts';

const run = promisify(execFile);
const port = 4868;
/** Debian's versions of PostgreSQL. */
const installed = '/usr/lib/postgresql';

/** The blocks of one language in the part of the guide about pgBackRest, in their order. */
async function blocks(language: string): Promise<string[]> {
  const guide = await readFile('src/deploy/backup.md', 'utf8');
  const part = guide.split('with pgBackRest\n')[1] ?? '';
  return [...part.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
}

/** Follows the recipe for pgBackRest on a server of Debian's PostgreSQL: rows come back that were deleted after the moment. */
export async function checkPointInTime(outcomes: Outcomes): Promise<void> {
  const [newest = '15'] = readdirSync(installed).toSorted((a, b) => Number(b) - Number(a));
  const programs = join(installed, newest, 'bin');
  outcomes.part('Point-in-time recovery with pgBackRest');
  const folder = await mkdtemp(join(tmpdir(), 'paddock-pitr-'));
  const user = serverUser(folder);
  const paths = {
    cluster: join(folder, 'main'),
    repository: join(folder, 'repository'),
    logs: join(folder, 'logs'),
  };
  await chmod(folder, 0o755);
  for (const path of Object.values(paths)) {
    await mkdir(path, { mode: 0o700 });
    if (user) await chown(path, user.uid, user.gid);
  }
  const [settings = ''] = await blocks('ini');
  const config = join(folder, 'pgbackrest.conf');
  await writeFile(
    config,
    settings
      .replace('/srv/backups/pgbackrest', paths.repository)
      .replace('/var/lib/postgresql/15/main', paths.cluster),
  );
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    LC_ALL: 'C.UTF-8',
    PGBACKREST_CONFIG: config,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: paths.logs,
    PGBACKREST_LOG_PATH: paths.logs,
    PGBACKREST_LOCK_PATH: paths.logs,
  };
  const shell = (script: string) => run('/bin/sh', ['-e', '-c', script], { env, cwd: '/', ...user });
  const control = (what: string) =>
    shell(`pg_ctl -D ${paths.cluster} -l ${paths.logs}/server.log -w -t 60 ${what} > /dev/null`);
  const query = async (text: string): Promise<Record<string, string>[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    await client.connect();
    return (await client.query<Record<string, string>>(text).finally(() => client.end())).rows;
  };
  try {
    await shell(`initdb -D ${paths.cluster} -U postgres -A trust -E UTF8 > /dev/null`);
    const [archiving = ''] = await blocks('conf');
    await appendFile(
      join(paths.cluster, 'postgresql.conf'),
      `${archiving}port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${paths.logs}'\n`,
    );
    await control('start');
    const [backUp = '', goBack = ''] = await blocks('sh');
    await shell(backUp);
    await query('select pg_sleep(1.5)'); // a backup counts from the second after it
    await query(`create table track as select n as track_id from generate_series(1, 1000) n`);
    const [moment] = await query(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"+00"') as at`,
    );
    await query('select pg_sleep(0.1)');
    await query('drop table track');
    await query('select pg_switch_wal()');
    await control('stop');
    await shell(goBack.replace(/--target='[^']+'/, `--target='${moment?.at}'`));
    await control('start');
    const [rows] = await query('select count(*)::text as count from track');
    outcomes.check(
      'rows that were deleted are there as of the moment before',
      rows?.count === '1000',
      rows?.count,
    );
    const [state] = await query(`select pg_is_in_recovery()::text as "inRecovery"`);
    outcomes.check(
      'the server takes writes again',
      state?.inRecovery === 'false' || (await writes(query)),
      state?.inRecovery,
    );
  } finally {
    await control('stop').catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}

/** Promotion follows within a moment of the start. */
async function writes(query: (text: string) => Promise<unknown>): Promise<boolean> {
  await query('select pg_sleep(3)');
  return query('create table written ()').then(
    () => true,
    () => false,
  );
}
