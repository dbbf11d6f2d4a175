import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { redrawPicture } from '#platform/files/picture.ts';
import type { LaneSender } from '#platform/lanes/fair-lane.ts';
import { visitor } from '#platform/viewer.ts';
import { noisyPng, pngOf } from '#testing/pictures.ts';
import { TooCostly } from './engine.ts';
import { PicturePool } from './pool.ts';
import type { Rasterising } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'picture-pool-'));
const pools: PicturePool[] = [];
const opened = (options: ConstructorParameters<typeof PicturePool>[0] = {}) => {
  const pool = new PicturePool(options);
  pools.push(pool);
  return pool;
};
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  rmSync(folder, { recursive: true });
});

const ann: LaneSender = { client: 'ann' };

/**
 * A process that behaves as the drawing says: "die" ends it, "die once" the first time only, "hang" answers never, "fail" reports a
 * failure; anything else is returned.
 */
function trained(): URL {
  const path = join(mkdtempSync(join(folder, 'script-')), 'process.mjs');
  const code = `import { existsSync, writeFileSync } from 'node:fs';
    const mark = ${JSON.stringify(`${path}.mark`)};
    process.on('disconnect', () => process.exit());
    process.on('message', ({ id, args: [{ svg }] }) => {
      if (svg === 'die' || (svg === 'die once' && !existsSync(mark))) {
        writeFileSync(mark, '');
        process.kill(process.pid, 'SIGKILL');
      }
      if (svg === 'hang') for (;;);
      if (svg === 'fail') process.send({ is: 'failure', id, reason: 'a bug', residentBytes: 1 });
      else process.send({ is: 'result', id, result: Buffer.from(svg + (process.env.DATABASE_URL ?? '')), residentBytes: 1 });
    });`;
  writeFileSync(path, code);
  return pathToFileURL(path);
}

const saying = (svg: string): Rasterising => ({ svg, density: 72, size: null, format: 'png' });
const echo = async (pool: PicturePool, svg: string, sender = ann) =>
  String(await pool.take(sender, (tools) => tools.raster(saying(svg))));

test('a picture is drawn in another process, which gets no settings of the server', async () => {
  const pool = opened();
  expect(pool.pids).toEqual([]);
  const drawn = await pool.take(ann, (tools) => tools.thumbnail(Buffer.alloc(10)));
  expect(drawn).toBeNull();
  expect(pool.pids).toHaveLength(1);
  expect(pool.pids).not.toContain(process.pid);
  vi.stubEnv('DATABASE_URL', 'postgres://secret');
  expect(await echo(opened({ script: trained() }), 'drawn')).toBe('drawn');
  vi.unstubAllEnvs();
});

test('a received file is read by the process itself, and the results are those of sharp', async () => {
  const path = join(folder, 'a.png');
  writeFileSync(path, await pngOf(800, 600));
  const drawn = await opened().take(ann, async (tools) => {
    expect(await tools.open({ path }, 1e6)).toEqual({ is: 'picture', width: 800, height: 600 });
    return tools.redraw(null);
  });
  const [first] = drawn ?? [];
  expect(first).toMatchObject({ format: 'jpeg', width: 800, height: 600 });
  expect(await sharp(first?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 });
});

test('a file that cannot be read is a failure, not a damaged picture', async () => {
  const open = opened().take(ann, (tools) => tools.open({ path: join(folder, 'missing.png') }, 1e6));
  await expect(open).rejects.toThrow('ENOENT');
});

test('while pictures are drawn, files are read without waiting for them', async () => {
  const pool = opened();
  const path = join(folder, 'small.txt');
  writeFileSync(path, 'small');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>';
  const draw = () =>
    pool.take(ann, (tools) => tools.raster({ svg, density: 72, size: { width: 600 }, format: 'small-png' }));
  await draw(); // so that the process runs
  let drawn = 0;
  const all = Array.from({ length: 20 }, () => draw().then(() => drawn++));
  expect(await readFile(path, 'utf8')).toBe('small');
  expect(drawn).toBeLessThan(10);
  await Promise.all(all);
}, 60_000);

test('a process that was killed is replaced, and its picture drawn again', async () => {
  const lost = vi.fn();
  const pool = opened({ script: trained(), onLost: lost });
  expect(await echo(pool, 'die once')).toBe('die once');
  expect(lost).toHaveBeenCalledTimes(1);
  const [pid = 0] = pool.pids;
  process.kill(pid, 'SIGKILL'); // while it is idle
  expect(await echo(pool, 'next')).toBe('next');
  expect(pool.pids).not.toContain(pid);
});

test('a picture that ends two processes is refused for now, and the next one is drawn', async () => {
  const pool = opened({ script: trained(), processes: 1 });
  const [deadly, next] = await Promise.allSettled([echo(pool, 'die'), echo(pool, 'next')]);
  expect(deadly).toMatchObject({ reason: { status: 503, extra: { retryAfterSeconds: 5 } } });
  expect(next).toMatchObject({ value: 'next' });
});

test('only the picture of the process that ended is drawn again', async () => {
  const pool = opened({ script: trained(), processes: 2 });
  const works = vi.fn();
  const both = ['die once', 'other'].map((svg) =>
    pool.take({ client: svg }, (tools) => {
      works(svg);
      return tools.raster(saying(svg));
    }),
  );
  expect((await Promise.all(both)).map(String)).toEqual(['die once', 'other']);
  expect(works.mock.calls.flat().sort()).toEqual(['die once', 'die once', 'other']);
});

test('a process that hangs is ended', async () => {
  const pool = opened({ script: trained(), silentMs: 1500 }); // on a busy machine, a process takes long to begin
  await expect(echo(pool, 'hang')).rejects.toMatchObject({ status: 503 });
  expect(await echo(pool, 'next')).toBe('next');
});

test('a failure of the tools is passed on, and the process stays', async () => {
  const pool = opened({ script: trained() });
  await echo(pool, 'first');
  const before = pool.pids;
  await expect(echo(pool, 'fail')).rejects.toThrow('a bug');
  expect(pool.pids).toEqual(before);
});

test.each([
  ['processor time', { processorMs: 1, residentBytes: 2 ** 40 }],
  ['memory', { processorMs: 1e9, residentBytes: 1 }],
])(
  'a picture that takes too much %s is refused for good',
  async (what, limits) => {
    const pool = opened({ limits });
    const bytes = await noisyPng(1200, 1200);
    const draw = pool.take(ann, async (tools) => {
      await tools.open({ bytes }, 1e7);
      return tools.redraw(null);
    });
    await expect(draw).rejects.toThrow(`The picture takes too much ${what}.`);
    await expect(draw).rejects.toBeInstanceOf(TooCostly);
    const ctx = { pictures: pool, client: null, viewer: visitor };
    const rules = { maxPixels: 1e7, refuse: () => null, wrongKind: '' };
    expect(await redrawPicture(ctx, { path: null, read: async () => bytes }, rules)).toEqual({
      ok: false,
      reason: 'The picture takes too long to read, or too much memory.',
    });
  },
  30_000,
);

test.each([
  ['so many turns', { turns: 2 }, [true, false]],
  ['a turn after which it has too much memory', { restingBytes: 0 }, [false, false]],
])('a process ends after %s', async (_, options, stays) => {
  const pool = opened({ script: trained(), ...options });
  const same: boolean[] = [];
  let pid: number | undefined;
  for (let turn = 0; turn < 3; turn++) {
    await pool.take(ann, async (tools) => {
      await tools.raster(saying('x'));
      const [now] = pool.pids;
      if (turn > 0) same.push(now === pid);
      pid = now;
    });
  }
  expect(same).toEqual(stays);
});

test('processes end when nothing is drawn any more', async () => {
  const pool = opened({ script: trained(), idleMs: 20 });
  await Promise.all([echo(pool, 'a'), echo(pool, 'b')]);
  const pids = pool.pids;
  await vi.waitUntil(() => pool.pids.length === 0);
  await vi.waitUntil(() => pids.every(hasEnded), { timeout: 10_000 });
  expect(await echo(pool, 'again')).toBe('again');
});

const hasEnded = (pid: number) => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

test('31 pictures of one client do not refuse or delay that of another', async () => {
  const pool = opened({ script: trained(), processes: 1, waiting: 30 });
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const send = (name: string, client: string) =>
    pool.take({ client }, async (tools) => {
      if (order.length === 0) await first.promise;
      order.push(String(await tools.raster(saying(name))));
    });
  const all = Array.from({ length: 31 }, (_, index) => send(`ann ${index}`, 'ann'));
  all.push(send('ben', 'ben'));
  const outcomes = Promise.allSettled(all);
  first.resolve();
  const refused = (await outcomes).flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
  expect(refused).toEqual([30]); // the newest of ann
  expect(order.slice(0, 3)).toEqual(['ann 0', 'ben', 'ann 1']);
});
