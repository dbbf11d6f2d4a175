import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDb } from '#db/client.ts';
import { usualSwitches } from '#lib/switches/model.ts';
import { inTransaction } from '#platform/ctx.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { startDbProxy } from '#testing/db-proxy.ts';
import { CachedSwitches, followSwitches } from './switches.ts';
import { storedSettings, writeSettings } from './write.ts';

const { db, url } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmnf' });
const other = seenFrom(ctx, { site: 'tmn' });

const write = (on: typeof ctx, changes: Parameters<typeof writeSettings>[1]) =>
  inTransaction(on, (tx) => writeSettings(tx, changes));

async function until(what: () => boolean): Promise<void> {
  for (let waited = 0; !what(); waited += 20) {
    if (waited > 15_000) throw new Error(`waited in vain for ${what}`);
    await sleep(20);
  }
}

/** The switches of another process, with its own connections. */
function otherProcess(address = url, everyMs?: number) {
  const opened = openDb(address, { max: 1 });
  const switches = new CachedSwitches(opened.db);
  const log = pino({ level: 'silent' });
  const stop = followSwitches(switches, { url: address, log, ...(everyMs ? { everyMs } : {}) });
  onTestFinished(async () => {
    await stop();
    await opened.close();
  });
  return switches;
}

test('a written setting applies at once in the process that wrote it, on its edition only', async () => {
  expect(ctx.switches.of('tmnf')).toEqual(usualSwitches);
  expect(await write(ctx, { ReadOnly: true, Banner: 'Back at nine.' })).toMatchObject({
    names: ['ReadOnly', 'Banner'],
    before: { ReadOnly: false, Banner: '' },
  });
  expect(ctx.switches.of('tmnf')).toEqual({ ...usualSwitches, readOnly: true, banner: 'Back at nine.' });
  expect(other.switches.of('tmn')).toEqual(usualSwitches);
  expect(await storedSettings(other)).toMatchObject({ ReadOnly: false });
  expect((await write(ctx, { ReadOnly: true })).names).toEqual([]);
  await write(ctx, { ReadOnly: false, Banner: '' });
  expect(ctx.switches.of('tmnf')).toEqual(usualSwitches);
});

test('a write that is rolled back changes nothing', async () => {
  const failing = inTransaction(ctx, async (tx) => {
    await writeSettings(tx, { UploadsClosed: true });
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  await ctx.switches.reload();
  expect(ctx.switches.of('tmnf').uploadsClosed).toBe(false);
});

test('other processes are notified, also of changes that are made by hand', async () => {
  const elsewhere = otherProcess();
  await until(() => elsewhere.of('tmnf') === usualSwitches);
  await write(ctx, { BadWords: ['spam'] });
  await until(() => elsewhere.of('tmnf').badWords[0] === 'spam');
  await sql`delete from edition_setting where site = 'tmnf' and name = 'BadWords'`.execute(db);
  await until(() => elsewhere.of('tmnf').badWords.length === 0);
});

test('a process that lost its connection re-reads the settings when it has reconnected', async () => {
  const proxy = await startDbProxy(url);
  const elsewhere = otherProcess(proxy.url);
  await write(ctx, { Review: 'newUploaders' });
  await until(() => elsewhere.of('tmnf').review === 'newUploaders');
  proxy.cut();
  await write(ctx, { Review: 'always' });
  await sleep(200);
  expect(elsewhere.of('tmnf').review).toBe('newUploaders');
  proxy.restore();
  await until(() => elsewhere.of('tmnf').review === 'always');
  await write(ctx, { Review: 'never' });
  proxy.cut();
  await proxy.close();
});

test('overlapping reads never replace newer values with older ones', async () => {
  const switches = new CachedSwitches(db);
  const readings = [switches.reload(), switches.reload()];
  await write(ctx, { UploadsPerDay: 7 });
  readings.push(switches.reload(), switches.reload());
  await Promise.all(readings);
  expect(switches.of('tmnf').quotas.uploadsPerDay).toBe(7);
});
