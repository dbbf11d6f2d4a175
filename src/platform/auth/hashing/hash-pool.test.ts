import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import type { LaneSender } from '#platform/lanes/fair-lane.ts';
import { HashPool } from './hash-pool.ts';
import { directHasher } from './hasher.ts';

const folder = mkdtempSync(join(tmpdir(), 'hash-pool-'));
const pools: HashPool[] = [];
const opened = (options: ConstructorParameters<typeof HashPool>[0] = {}) => {
  const pool = new HashPool(options);
  pools.push(pool);
  return pool;
};
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  rmSync(folder, { recursive: true });
});

const ann: LaneSender = { client: 'ann' };

/** A thread that ends at the password "die", at "die once" the first time only, and throws at "throw". */
function trained(): URL {
  const path = join(mkdtempSync(join(folder, 'script-')), 'worker.mjs');
  const code = `import { existsSync, writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    const mark = ${JSON.stringify(`${path}.mark`)};
    parentPort.on('message', ({ password }) => {
      if (password === 'die' || (password === 'die once' && !existsSync(mark))) {
        writeFileSync(mark, '');
        process.exit(1);
      }
      if (password === 'throw') throw new Error('outside');
      parentPort.postMessage(password === 'fail' ? { failure: 'a bug' } : { result: password });
    });`;
  writeFileSync(path, code);
  return pathToFileURL(path);
}

test('hashes and compares like the library', async () => {
  const pool = opened();
  const stored = await pool.hash(ann, 'correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await directHasher.verify(ann, stored, 'correct horse')).toBe(true);
  expect(await pool.verify(ann, stored, 'correct horse')).toBe(true);
  expect(await pool.verify(ann, stored, 'wrong horse')).toBe(false);
  await expect(pool.verify(ann, 'no hash', 'correct horse')).rejects.toThrow();
});

test('while a hundred passwords are hashed, a file is read without waiting for them', async () => {
  const pool = opened();
  const path = join(folder, 'small.txt');
  writeFileSync(path, 'small');
  await pool.hash(ann, 'so that the thread runs');
  let hashed = 0;
  const all = Array.from({ length: 100 }, () => pool.hash(ann, 'correct horse').then(() => hashed++));
  expect(await readFile(path, 'utf8')).toBe('small');
  expect(hashed).toBeLessThan(10);
  await Promise.all(all);
}, 60_000);

test('one client with many passwords delays another one by one password', async () => {
  const pool = opened({ script: trained(), threads: 1 });
  const order: unknown[] = [];
  const send = (client: string, password: string) =>
    pool.hash({ client }, password).then((result) => order.push(result));
  const all = Array.from({ length: 30 }, (_, index) => send('ann', `ann ${index}`));
  all.push(send('ben', 'ben'));
  await Promise.all(all);
  expect(order.slice(0, 3)).toEqual(['ann 0', 'ben', 'ann 1']);
});

test.each([
  ['one below the limit', 10, 0],
  ['at the limit', 11, 0],
  ['one above the limit', 12, 1],
])('with a queue of 10, %s: of %i passwords %i are refused', async (_, sent, refused) => {
  const pool = opened({ script: trained(), threads: 1, waiting: 10 });
  const outcomes = await Promise.allSettled(Array.from({ length: sent }, () => pool.hash(ann, 'x')));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(rejected).toHaveLength(refused);
  for (const { reason } of rejected)
    expect(reason).toMatchObject({ status: 503, extra: { retryAfterSeconds: 5 } });
});

test('a thread that ends or throws is replaced, and its password hashed again, once', async () => {
  const lost = vi.fn();
  const pool = opened({ script: trained(), threads: 1, onLost: lost });
  expect(await pool.hash(ann, 'die once')).toBe('die once');
  await expect(pool.hash(ann, 'die')).rejects.toMatchObject({ status: 503 });
  await expect(pool.hash(ann, 'throw')).rejects.toMatchObject({ status: 503 });
  await expect(pool.hash(ann, 'fail')).rejects.toThrow('a bug');
  expect(await pool.hash(ann, 'next')).toBe('next');
  expect(lost).toHaveBeenCalledTimes(5);
});
