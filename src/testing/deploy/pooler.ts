import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { checkOwnServer } from '#platform/postgres/own-server.ts';
import { serverUser } from '#platform/postgres/run-as.ts';
import type { Outcomes } from './outcomes.ts';

/** Starts against Debian's PgBouncer, which cannot keep named statements: with shared sessions it is refused, and says why. */
export async function checkPooler(outcomes: Outcomes, port: number): Promise<void> {
  outcomes.part('PgBouncer');
  const folder = await mkdtemp(join(tmpdir(), 'paddock-pooler-'));
  await chmod(folder, 0o755);
  const database = await startEmbedded({
    dataDir: join(folder, 'postgres'),
    durable: false,
    throwAway: true,
  });
  try {
    for (const [mode, rule, expected] of [
      ['transaction', 'with pool_mode = transaction it is refused', 'pooler that loses named statements'],
      ['session', 'with pool_mode = session it is accepted', 'accepted'],
    ] as const) {
      const bouncer = await startBouncer(folder, database.url, { mode, port });
      const pooled = new URL(database.url);
      pooled.host = `127.0.0.1:${port}`;
      const said = await checkOwnServer(pooled.href).then(
        () => 'accepted',
        (error: unknown) => String(error),
      );
      outcomes.check(rule, said.includes(expected), said);
      const ended = once(bouncer, 'exit');
      bouncer.kill('SIGKILL');
      await ended;
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startBouncer(
  folder: string,
  url: string,
  { mode, port }: { mode: string; port: number },
): Promise<ChildProcess> {
  const { hostname, port: behind, username, password, pathname } = new URL(url);
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout
`,
  );
  const user = serverUser(folder);
  for (const path of [users, settings]) if (user) await chown(path, user.uid, user.gid);
  const child = spawn('/usr/sbin/pgbouncer', [settings], { stdio: 'ignore', ...user });
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) {
    const pooled = new URL(url);
    pooled.host = `127.0.0.1:${port}`;
    const client = new pg.Client({ connectionString: pooled.href });
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isThere) return child;
  }
  throw new Error('PgBouncer does not answer.');
}
