import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { startDbProxy } from '#testing/db-proxy.ts';
import { listenTo } from './listen.ts';

const { db, url } = await testDb();
const log = pino({ level: 'silent' });

/** Counts how often the listener was notified. */
function listening(address: string, heartbeatMs?: number) {
  const seen = { wakes: 0 };
  const stop = listenTo(
    { url: address, channel: 'test_channel', log, ...(heartbeatMs ? { heartbeatMs } : {}) },
    () => {
      seen.wakes += 1;
    },
  );
  onTestFinished(stop);
  return seen;
}

async function until(what: () => boolean): Promise<void> {
  for (let waited = 0; !what(); waited += 20) {
    if (waited > 15_000) throw new Error(`waited in vain for ${what}`);
    await sleep(20);
  }
}

test('a listener reconnects whenever the server ends its connection', async () => {
  const seen = listening(url);
  for (let times = 1; times <= 3; times++) {
    await until(() => seen.wakes === times);
    // the server sends an error, then closes: two errors, of which the second must not end this process
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'paddock listens to test_channel'`.execute(
      db,
    );
  }
  await until(() => seen.wakes === 4);
  await sql`notify test_channel`.execute(db);
  await until(() => seen.wakes === 5);
});

test('a silently lost connection is noticed and replaced', async () => {
  const proxy = await startDbProxy(url);
  const seen = listening(proxy.url, 50);
  await until(() => seen.wakes === 1);
  proxy.freeze();
  await sleep(200);
  proxy.restore(); // for new connections: notifications of the old one are lost
  await until(() => seen.wakes === 2);
  proxy.cut();
  await proxy.close();
});

test('a listener waits for a server that is not running yet', async () => {
  const proxy = await startDbProxy(url);
  proxy.cut();
  const seen = listening(proxy.url);
  await sleep(500);
  expect(seen.wakes).toBe(0);
  proxy.restore();
  await until(() => seen.wakes === 1);
  proxy.cut();
  await proxy.close();
});
