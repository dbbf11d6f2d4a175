import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import { afterAll, expect, test, vi } from 'vitest';
import { below, seededRandom } from '#lib/gbx/tools/random.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge, writeReplay } from '#lib/gbx/tools/writer.ts';
import { Admission } from '#platform/admission/admission.ts';
import type { ClientKey } from '#platform/admission/clients.ts';
import { Problem } from '#platform/http/problem.ts';
import { GbxPool } from './pool.ts';

const pools: GbxPool[] = [];
const opened = (options: ConstructorParameters<typeof GbxPool>[0] = {}) => {
  const pool = new GbxPool(options);
  pools.push(pool);
  return pool;
};
afterAll(async () => void (await Promise.all(pools.map((pool) => pool.close()))));

/**
 * A thread that behaves as the file's first byte says: 1 answers, 2 hangs, 3 throws, 4 ends, 5 takes all memory,
 * 6 throws outside the reader, 7 ends the first time only.
 */
async function trained(): Promise<URL> {
  const folder = mkdtempSync(join(tmpdir(), 'gbx-pool-'));
  const path = join(folder, 'worker.mjs');
  const code = `import { parentPort } from 'node:worker_threads';
    import { existsSync, writeFileSync } from 'node:fs';
    const mark = ${JSON.stringify(join(folder, 'ended'))};
    parentPort.on('message', ({ bytes }) => {
      if (bytes[0] === 2) for (;;);
      if (bytes[0] === 4) process.exit(1);
      if (bytes[0] === 5) for (const all = [];;) all.push(Array.from({ length: 1e5 }, () => ({})));
      if (bytes[0] === 6) throw new Error('outside');
      if (bytes[0] === 7 && !existsSync(mark)) { writeFileSync(mark, ''); process.exit(1); }
      parentPort.postMessage(bytes[0] === 3 ? { failure: 'a bug' } : { result: bytes[1] });
    });
    parentPort.postMessage('ready');`;
  await writeFile(path, code);
  return pathToFileURL(path);
}

test('a file that is not a Gbx file is refused with a sentence', async () => {
  expect(await opened().challenge(Buffer.from('PNG and so on, long enough to be read'))).toMatchObject({
    ok: false,
    refusal: { code: 'not-gbx' },
  });
});

test('only the facts of a track with 85 000 blocks come back, not its blocks', async () => {
  const few = sampleBlocks({ environment: 'Stadium', seed: 1 });
  const blocks = Array.from(
    { length: 85_000 },
    (_, i) => few[i] ?? { name: 'StadiumDirt', x: i & 31, y: (i >> 10) & 31, z: (i >> 5) & 31, direction: 0 },
  );
  const bytes = writeChallenge({
    game: 'TMF',
    environment: 'Stadium',
    uid: 'ManyBlocks',
    name: 'Many',
    authorLogin: 'ann',
    blocks,
  });
  const answer = await opened().challenge(bytes);
  expect(answer).toMatchObject({ challenge: { blockCount: 85_000, waypoints: { start: 1, finish: 1 } } });
  expect(serialize(answer).length).toBeLessThan(4096);
});

test('neither the track nor the movements in a replay come back', async () => {
  const uid = 'InReplay';
  const random = seededRandom(1);
  const map = writeChallenge({
    game: 'TMF',
    environment: 'Bay',
    uid,
    name: 'x',
    authorLogin: 'ann',
    blocks: Array.from({ length: 20_000 }, (_, i) => ({
      name: 'BayRoad',
      x: below(random, 32),
      y: below(random, 32),
      z: below(random, 32),
      direction: i & 3,
    })),
  });
  const checkpoints = Array.from({ length: 9000 }, (_, i) => ({ timeMs: i * 7919, score: i % 90 }));
  const answer = await opened().replay(
    writeReplay({
      game: 'TMF',
      environment: 'Bay',
      uid,
      mapAuthor: 'ann',
      map,
      bestTimeMs: 50_000,
      nickname: 'bob',
      ghosts: [{ timeMs: 50_000, checkpoints, inputCount: 50 }],
    }),
  );
  expect(answer).toMatchObject({
    replay: { bestTimeMs: 50_000, map: { uid }, ghosts: [{ checkpoints: 9000 }] },
  });
  expect(serialize(answer).length).toBeLessThan(4096);
});

test('closing refuses what is being read and what waits: nothing is wrong with these files', async () => {
  const pool = opened({ threads: 1, script: await trained() });
  expect(await pool.challenge(Uint8Array.of(1, 7))).toBe(7);
  const reads = [2, 1, 1].map((kind) => pool.challenge(Uint8Array.of(kind, 7)));
  const settled = Promise.allSettled(reads);
  await pool.close();
  const restarted = { status: 'rejected', reason: expect.objectContaining({ status: 503 }) };
  expect(await settled).toEqual([restarted, restarted, restarted]);
  await expect(pool.challenge(Uint8Array.of(1, 7))).rejects.toMatchObject({ status: 503 });
});

test('a file that takes too much processor time is refused, and the files behind it are read', async () => {
  const pool = opened({ threads: 1, processorMs: 50, script: await trained() });
  const answers = [2, 1, 2, 1].map((first, index) => pool.challenge(Uint8Array.of(first, index)));
  const tooLong = {
    ok: false,
    refusal: { code: 'too-slow', message: 'This file takes too long to read.' },
  };
  expect(await Promise.all(answers)).toEqual([tooLong, 1, tooLong, 3]);
});

test.each([
  ['one below', 99, 'waits'],
  ['at', 100, 'waits'],
  ['above', 101, 'refused'],
])('processor time is limited, not elapsed time: %s the limit', async (_where, usedMs, outcome) => {
  const checks = { count: 0, enough: () => {} };
  const enough = new Promise<void>((resolve) => (checks.enough = resolve));
  const usedMsNow = [0, usedMs];
  const pool = opened({
    threads: 1,
    processorMs: 100,
    script: await trained(),
    // further checks find no further use: the thread waits for a processor
    usedMs: async () => {
      if (++checks.count === 4) checks.enough();
      return usedMsNow[Math.min(checks.count - 1, 1)] ?? 0;
    },
  });
  const hung = pool.challenge(Uint8Array.of(2, 0)).then(
    (answer) => (answer.ok ? 'read' : answer.refusal.code),
    () => 'closed',
  );
  expect(await Promise.race([hung, enough.then(() => 'waits')])).toBe(
    outcome === 'waits' ? 'waits' : 'too-slow',
  );
});

test('a file whose threads get no processor is not refused: it gets a second thread, and its sender another attempt', async () => {
  const script = await trained();
  const threads = new Set<unknown>();
  const pool = opened({
    threads: 1,
    processorMs: 2000,
    patienceMs: 60_000,
    script,
    usedMs: async (worker) => (threads.has(worker) ? 0.1 : threads.add(worker) && 0),
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const starved = pool.challenge(Uint8Array.of(2, 0)).catch((error: unknown) => error);
    for (const thread of [1, 2]) {
      while (threads.size < thread) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(await starved).toMatchObject({
      status: 503,
      message:
        'The server is too busy to read this file at the moment. Nothing is wrong with the file: try again in a few seconds.',
      extra: { retryAfterSeconds: 5 },
    });
  } finally {
    vi.useRealTimers();
  }
  expect(threads.size).toBe(2);
  expect(await pool.challenge(Uint8Array.of(1, 9))).toBe(9);
});

test('a file that takes all memory of its reader is refused, and the files behind it are read', async () => {
  const memory = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
  const pool = opened({ threads: 1, processorMs: 20_000, memory, script: await trained() });
  const [greedy, fine] = await Promise.all([5, 1].map((first) => pool.challenge(Uint8Array.of(first, 7))));
  expect(greedy).toEqual({
    ok: false,
    refusal: { code: 'out-of-memory', message: 'This file takes too much memory to read.' },
  });
  expect(fine).toBe(7);
});

test('a reader that fails or dies is reported in a sentence, and the next file is read', async () => {
  const lost: string[] = [];
  const script = await trained();
  const pool = opened({ threads: 1, script, onLost: ({ message }) => lost.push(message) });
  const [failed, died, broke, fine] = await Promise.allSettled(
    [3, 4, 6, 1].map((first) => pool.challenge(Uint8Array.of(first, 7))),
  );
  expect(failed).toMatchObject({ status: 'rejected', reason: new Error('The Gbx reader failed: a bug') });
  const sentence = 'This file could not be read: its reader stopped twice. Try again in a few seconds.';
  for (const outcome of [died, broke])
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { status: 503, message: sentence, extra: { retryAfterSeconds: 5 } },
    });
  expect(fine).toMatchObject({ status: 'fulfilled', value: 7 });
  const ended = 'A thread that reads Gbx files ended.';
  expect(lost.sort()).toEqual([ended, ended, 'outside', 'outside']);
});

test('a file whose reader is ended from outside is read by the next one', async () => {
  const pool = opened({ threads: 1, script: await trained() });
  expect(await pool.challenge(Uint8Array.of(7, 9))).toBe(9);
});

test('when too many files wait, the next is refused for a few seconds', async () => {
  const pool = opened({ threads: 1, waiting: 2, script: await trained() });
  const accepted = [1, 2, 3].map((value) => pool.challenge(Uint8Array.of(1, value))); // one is read, two wait
  const refused = await pool.challenge(Uint8Array.of(1, 4)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({ status: 503, extra: { retryAfterSeconds: 5 } });
  expect(await Promise.all(accepted)).toEqual([1, 2, 3]);
});

test.each([
  ['below', 8, 1, true],
  ['at', 8, 2, true],
  ['above', 8, 3, false],
])('bytes that wait are limited: one %s the limit', async (_where, first, second, isAccepted) => {
  const pool = opened({ threads: 1, waitingBytes: 10, script: await trained() });
  const file = (length: number) => Uint8Array.from({ length }, () => 1);
  const accepted = [pool.challenge(file(100)), pool.challenge(file(first))]; // the first is read at once
  const last = await Promise.allSettled([pool.challenge(file(second))]);
  expect(last[0].status).toBe(isAccepted ? 'fulfilled' : 'rejected');
  expect(await Promise.all(accepted)).toEqual([1, 1]);
});

test('clients take turns: one file waits for few of another client, and is not refused because of them', async () => {
  const pool = opened({ threads: 1, waiting: 20, script: await trained() });
  const admission = new Admission({ placesEach: 40, places: 50 });
  const read: string[] = [];
  const send = (client: ClientKey) =>
    admission.admit(client, { signal: new AbortController().signal }, async () => {
      await pool.challenge(Uint8Array.of(1, 0));
      read.push(client);
    });
  const many = Promise.allSettled(Array.from({ length: 30 }, () => send('account 1')));
  const one = send('account 2');
  await one;
  expect(read.length).toBeLessThanOrEqual(3);
  const refused = (await many).filter(({ status }) => status === 'rejected');
  // one is read and twenty wait; the newest makes room for the other client
  expect(refused).toHaveLength(10);
});

test('the caller can still use its bytes', async () => {
  const pool = opened({ threads: 1, script: await trained() });
  const bytes = Uint8Array.of(1, 9);
  await pool.challenge(bytes);
  expect(bytes).toEqual(Uint8Array.of(1, 9));
});
