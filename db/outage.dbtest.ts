import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { startDbProxy } from '#testing/db-proxy.ts';
import { type OpenDbOptions, openDb } from './client.ts';

const { db: direct, url } = await testDb();
await sql`create table written (n integer)`.execute(direct);

/** A pool that connects through a proxy that can fail. */
async function proxied(options: OpenDbOptions) {
  const proxy = await startDbProxy(url);
  const opened = openDb(proxy.url, { guard: false, ...options });
  onTestFinished(async () => {
    proxy.cut();
    await opened.close();
    await proxy.close();
  });
  const pid = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(opened.db);
    return rows[0]?.pid;
  };
  return { ...opened, proxy, pid };
}

const unavailable = (reason: string) => expect.objectContaining({ name: 'DatabaseUnavailable', reason });

test('a server that accepts connections and never responds times out', async () => {
  const { db, proxy } = await proxied({ connectTimeoutMs: 100 });
  proxy.freeze();
  await expect(sql`select 1`.execute(db)).rejects.toEqual(unavailable('unreachable'));
});

test('a statement without a response times out, and its connection is not reused', async () => {
  const { proxy, pid, pool } = await proxied({ max: 1, statementTimeoutMs: 50, connectTimeoutMs: 5000 });
  const before = await pid();
  proxy.freeze();
  await expect(pid()).rejects.toEqual(unavailable('slow'));
  proxy.restore();
  expect(await pid()).not.toBe(before);
  expect(pool.totalCount).toBe(1);
});

test('a statement that takes too long is cancelled by the server; its connection is reused', async () => {
  const { db, pid } = await proxied({ max: 1, statementTimeoutMs: 50 });
  const before = await pid();
  await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toEqual(unavailable('slow'));
  expect(await pid()).toBe(before);
});

test('a request waits for a connection only for a limited time', async () => {
  const { db } = await proxied({ max: 1, connectTimeoutMs: 100 });
  const isConnected = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
  // on a busy machine, connecting takes longer as well
  await expect.poll(isConnected).toBe(true);
  const busy = sql`select pg_sleep(0.5)`.execute(db);
  await expect(sql`select 1`.execute(db)).rejects.toEqual(unavailable('unreachable'));
  await busy;
  await sql`select 1`.execute(db);
});

test('50 requests may wait for each connection; the next is refused immediately', async () => {
  const { db, pool } = await proxied({ max: 1 });
  const busy = sql`select pg_sleep(0.5)`.execute(db);
  const waiting = Array.from({ length: 50 }, () => sql`select 1`.execute(db));
  await new Promise((resume) => setImmediate(resume));
  expect(pool.waitingCount).toBe(50);
  await expect(sql`select 1`.execute(db)).rejects.toThrow(/50 requests are waiting/);
  await busy;
  await Promise.all(waiting);
});

test('a transaction that loses its connection is reported as failed and writes nothing', async () => {
  const { db, proxy } = await proxied({ max: 2 });
  const lost = db.transaction().execute(async (tx) => {
    await sql`insert into written values (1)`.execute(tx);
    proxy.cut();
    await sql`insert into written values (2)`.execute(tx);
  });
  await expect(lost).rejects.toEqual(unavailable('unreachable'));
  proxy.restore();
  expect((await sql`select n from written`.execute(db)).rows).toEqual([]);
});

test('connections that the server ends, idle or at work, are replaced', async () => {
  const { db } = await proxied({ max: 3, statementTimeoutMs: 0, applicationName: 'to be ended' });
  const busy = [1, 2].map(() => sql`select pg_sleep(10)`.execute(db));
  const ends = Promise.allSettled(busy);
  const endAll = () =>
    sql<{ pid: number }>`select pid, pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'to be ended' and query like '%pg_sleep%'`.execute(direct);
  // a connection that is ending may be listed again
  const ended = new Set<number>();
  while (ended.size < 2) for (const { pid } of (await endAll()).rows) ended.add(pid);
  expect(await ends).toEqual([
    { status: 'rejected', reason: unavailable('unreachable') },
    { status: 'rejected', reason: unavailable('unreachable') },
  ]);
  await sql`select 1`.execute(db);
});
