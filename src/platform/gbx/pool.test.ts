import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { GbxPool } from './pool.ts';

const pools: GbxPool[] = [];
const opened = (pool: GbxPool) => {
  pools.push(pool);
  return pool;
};
afterAll(async () => void (await Promise.all(pools.map((pool) => pool.close()))));

/** A thread that behaves as the file's first byte says: 1 answers, 2 hangs, 3 throws, 4 dies. */
async function trained(): Promise<URL> {
  const path = join(mkdtempSync(join(tmpdir(), 'gbx-pool-')), 'worker.mjs');
  const code = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ bytes }) => {
      if (bytes[0] === 2) for (;;);
      if (bytes[0] === 4) process.exit(1);
      parentPort.postMessage(bytes[0] === 3 ? { failure: 'a bug' } : { result: bytes[1] });
    });
    parentPort.postMessage('ready');`;
  await writeFile(path, code);
  return pathToFileURL(path);
}

test('what is no Gbx file is refused with a sentence', async () => {
  const pool = opened(new GbxPool());
  expect(await pool.challenge(Buffer.from('PNG and so on, long enough to be read'))).toMatchObject({
    ok: false,
    refusal: { code: 'not-gbx' },
  });
});

test('a file that hangs its reader costs a moment, and the files behind it are read', async () => {
  const pool = opened(new GbxPool({ threads: 1, timeoutMs: 50, script: await trained() }));
  const answers = [2, 1, 2, 1].map((first, index) => pool.challenge(Uint8Array.of(first, index)));
  const tooLong = {
    ok: false,
    refusal: { code: 'over-limit', message: 'This file takes too long to read.' },
  };
  expect(await Promise.all(answers)).toEqual([tooLong, 1, tooLong, 3]);
});

test('a reader that fails or dies is an error of ours, and the next file is read', async () => {
  const pool = opened(new GbxPool({ threads: 1, script: await trained() }));
  const [failed, died, fine] = await Promise.allSettled(
    [3, 4, 1].map((first) => pool.challenge(Uint8Array.of(first, 7))),
  );
  expect(failed).toMatchObject({ status: 'rejected', reason: new Error('The Gbx reader failed: a bug') });
  expect(died?.status).toBe('rejected');
  expect(fine).toMatchObject({ status: 'fulfilled', value: 7 });
});

test('when too many files wait, the next is asked to come back', async () => {
  const pool = opened(new GbxPool({ threads: 1, waiting: 1, script: await trained() }));
  const first = pool.challenge(Uint8Array.of(1, 1));
  const second = pool.challenge(Uint8Array.of(1, 2));
  await expect(pool.challenge(Uint8Array.of(1, 3))).rejects.toThrow(Problem);
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

test('the bytes handed in stay usable', async () => {
  const pool = opened(new GbxPool({ threads: 1, script: await trained() }));
  const bytes = Uint8Array.of(1, 9);
  await pool.challenge(bytes);
  expect(bytes).toEqual(Uint8Array.of(1, 9));
});
