import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openDb } from '#db/client.ts';
import { migrateUp } from '#db/migrate.ts';
import { openJobQueue } from '#platform/jobs/pg-boss.ts';
import { allSites } from '#sites/all.ts';
import { testCtx } from '#testing/ctx.ts';
import { binariesFor } from './binaries.ts';
import { passwordIn } from './cluster.ts';
import { startEmbedded } from './embedded.ts';
import { runOn, succeeded } from './programs.ts';
import { serverUser } from './run-as.ts';

const home = mkdtempSync(join(tmpdir(), 'paddock-roles-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const sites = await allSites();

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(question)).rows;
  } finally {
    await client.end();
  }
}

const rights = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
  pg_get_userbyid((select datdba from pg_database where datname = current_database())) as owner
  from pg_roles where rolname = current_user`;
const noRights = {
  rolsuper: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolreplication: false,
  rolbypassrls: false,
  owner: 'paddock',
};

async function migrate(url: string): Promise<void> {
  const { db, close } = openDb(url, { statementTimeoutMs: 0 });
  await migrateUp(db, sites).finally(close);
}

async function startsJobs(url: string): Promise<void> {
  const { db, close } = openDb(url);
  const { log } = await testCtx({ db }).finally(close);
  await (await openJobQueue({ url, jobs: [], log })).stop();
}

test('the role of a new cluster owns its database, migrates it, and has no further rights', async () => {
  const server = await startEmbedded({ dataDir: join(home, 'new'), durable: false });
  try {
    expect(await ask(server.url, rights)).toEqual([noRights]);
    await migrate(server.url);
    await startsJobs(server.url);
    await expect(ask(server.url, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/);
    await expect(ask(server.url, `select pg_read_file('postgresql.conf')`)).rejects.toThrow(
      /permission denied/,
    );
    const superuser = new URL(server.url);
    superuser.username = 'postgres';
    await expect(ask(superuser.href, 'select 1')).rejects.toThrow(/no pg_hba.conf entry/);
  } finally {
    await server.stop();
  }
});

test('the role of a cluster made by an earlier version loses the rights of a superuser, and no objects', async () => {
  const dataDir = join(home, 'old');
  await makeOldCluster(dataDir);
  writeFileSync(join(dataDir, 'roles'), ''); // skips the change, so that the test can fill it as superuser
  const before = await startEmbedded({ dataDir, durable: false });
  expect(await ask(before.url, rights)).toEqual([
    {
      rolsuper: true,
      rolcreatedb: true,
      rolcreaterole: true,
      rolreplication: true,
      rolbypassrls: true,
      owner: 'paddock',
    },
  ]);
  await migrate(before.url);
  await startsJobs(before.url);
  await ask(
    before.url,
    'create table kept (id int generated always as identity, n serial); insert into kept default values',
  );
  await ask(before.url, `create type mood as enum ('a'); create view seen as select id from kept`);
  await before.stop();
  rmSync(join(dataDir, 'roles'));

  const after = await startEmbedded({ dataDir, durable: false });
  try {
    expect(await ask(after.url, rights)).toEqual([noRights]);
    expect(await ask(after.url, 'select id, n from kept')).toEqual([{ id: 1, n: 1 }]);
    await ask(after.url, 'alter table kept add m int; drop view seen; drop type mood; drop table kept');
    // everything except the extension belongs to the application
    const others = `select relname from pg_class where relowner <> 'paddock'::regrole and oid >= 16384
      and relnamespace not in ('pg_toast'::regnamespace)
      union all select nspname from pg_namespace where nspowner <> 'paddock'::regrole and oid >= 16384
      union all select proname from pg_proc p where proowner <> 'paddock'::regrole and oid >= 16384
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;
    expect(await ask(after.url, others)).toEqual([]);
    await migrate(after.url);
    await startsJobs(after.url);
    expect(existsSync(join(dataDir, 'roles'))).toBe(true);
  } finally {
    await after.stop();
  }
  // a start that finds the work done, without the marker file, changes nothing
  rmSync(join(dataDir, 'roles'));
  const again = await startEmbedded({ dataDir, durable: false });
  expect(await ask(again.url, rights)).toEqual([noRights]);
  await again.stop();
  expect(readFileSync(join(dataDir, 'server.log'), 'utf8')).not.toMatch(/^(ERROR|FATAL)/m);
});

/** A cluster as created by the first versions: the application's role is the superuser. */
async function makeOldCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'cluster');
  mkdirSync(dataDir);
  const password = passwordIn(dataDir);
  mkdirSync(cluster, { mode: 0o700 });
  const user = serverUser(cluster);
  if (user) await chown(cluster, user.uid, user.gid);
  const programs = { user, native: binariesFor(user, dataDir) };
  const init = runOn(programs, cluster, 'initdb', (path) => [
    `--pgdata=${path}`,
    '--username=paddock',
    '--auth=trust',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--encoding=UTF8',
    '--no-sync',
  ]);
  await succeeded(init, 'initdb');
  const single = runOn(programs, cluster, 'postgres', (path) => ['--single', '-D', path, 'postgres'], {
    input: `create database paddock\nalter role paddock password '${password}'\n`,
  });
  await succeeded(single, 'single');
}
