import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { Health } from './health.ts';
import { diskState, filesProbe, minFreeBytes, watchedMailer } from './probes.ts';

const log = pino({ level: 'silent' });
const says = (state: string) => ({ failure: 'broken', read: () => state });

test.each([
  ['ok', { Database: 'ok', Jobs: 'off', Mail: 'outbox' }],
  ['degraded', { Database: 'ok', Files: 'not writable' }],
  ['no database', { Database: 'unreachable', Files: 'not writable' }],
])('%s', async (status, parts) => {
  const health = new Health(log);
  for (const [name, state] of Object.entries(parts)) health.watch(name, says(state));
  expect(await health.report()).toEqual({ Status: status, Parts: parts });
});

test.each([
  [{}, null],
  [{ Database: 'ok', Editions: 'ok', Search: 'loading' }, null],
  [{ Database: 'ok', Editions: 'starting' }, 'starting'],
  [{ Database: 'unreachable', Editions: 'ok' }, 'no database'],
  [{ Database: 'unreachable', Replicas: 'none' }, 'no database'],
  [{ Database: 'unreachable', Replicas: 'some' }, null],
])('%j: a balancer is refused because of %j, and always before a stop', async (parts, reason) => {
  const health = new Health(log);
  for (const [name, state] of Object.entries(parts)) health.watch(name, says(state));
  expect(await health.unreadiness()).toBe(reason);
  health.drain();
  expect(await health.unreadiness()).toBe('draining');
});

test('a probe that throws or hangs is a failure; one that hangs is started only once', async () => {
  const health = new Health(log);
  let started = 0;
  health.watch('Database', {
    failure: 'unreachable',
    read() {
      started += 1;
      return new Promise<string>(() => {});
    },
  });
  health.watch('Files', {
    failure: 'not writable',
    async read() {
      throw new Error('EROFS');
    },
  });
  const expected = { Status: 'no database', Parts: { Database: 'unreachable', Files: 'not writable' } };
  expect(await Promise.all([health.report(), health.report()])).toEqual([expected, expected]);
  expect(await health.report()).toEqual(expected);
  expect(started).toBe(1);
});

test('a thousand requests read each part once', async () => {
  const health = new Health(log);
  let reads = 0;
  health.watch('Database', {
    failure: 'unreachable',
    async read() {
      reads += 1;
      return 'ok';
    },
  });
  await Promise.all(Array.from({ length: 1000 }, () => health.report()));
  expect(reads).toBe(1);
});

test('a part that recovers is ok again', async () => {
  const health = new Health(log);
  let state = 'broken';
  health.watch('Files', { failure: 'broken', cachedMs: 0, read: () => state });
  expect((await health.report()).Status).toBe('degraded');
  state = 'ok';
  expect((await health.report()).Status).toBe('ok');
});

test('the upload folder is probed with a temporary file, and the store is asked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'health-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const reach = async () => {};
  expect(await filesProbe({ tempFolder: folder, reach }).read()).toBe('ok');
  expect(await readdir(folder)).toEqual([]);
  const away = filesProbe({ tempFolder: join(folder, 'missing', 'own'), reach });
  await expect(away.read()).rejects.toThrow('ENOENT');
  const silent = filesProbe({ tempFolder: folder, reach: async () => Promise.reject(new Error('silent')) });
  await expect(silent.read()).rejects.toThrow('silent');
});

test.each([
  [minFreeBytes - 1, 'almost full'],
  [minFreeBytes, 'ok'],
  [minFreeBytes + 1, 'ok'],
])('%d free bytes: %s', (bytes, state) => expect(diskState(bytes)).toBe(state));

test('mail is failing from a failed mail until the next successful one', async () => {
  let fails = true;
  const { mailer, probe } = watchedMailer({
    delivers: true,
    async send() {
      if (fails) throw new Error('refused');
    },
  });
  const mail = { to: 'a@example.org', subject: 'x', text: 'x' };
  expect(probe.read()).toBe('ok');
  await expect(mailer.send(mail)).rejects.toThrow('refused');
  expect(probe.read()).toBe('failing');
  fails = false;
  await mailer.send(mail);
  expect(probe.read()).toBe('ok');
});
