import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cutConnections } from '#scripts/soak/cuts.ts';
import { causeOutage } from '#scripts/soak/faults.ts';
import { startLoad, upload } from '#scripts/soak/load.ts';
import { verifyStored } from '#scripts/soak/mixed.ts';
import { closeConnections } from '#scripts/soak/person.ts';
import { descriptorsOf } from '#scripts/soak/processes.ts';
import { countTempFiles, SoakServer } from '#scripts/soak/server.ts';
import { Tally } from '#scripts/soak/tally.ts';
import { join, type World } from '#scripts/soak/world.ts';

/** The server of the kill test, which has no pages and so starts quickly. */
const program = fileURLToPath(new URL('./server.ts', import.meta.url));
const port = 4493;

// a short version of `npm run soak`, which is Linux only
test.skipIf(process.platform !== 'linux')(
  '600 client aborts and a killed database: only aborted requests fail, and all descriptors are released',
  { timeout: 180_000 },
  async () => {
    const dataDir = mkdtempSync(joinPath(tmpdir(), 'paddock-soak-'));
    chmodSync(dataDir, 0o755); // started as root, the database runs as another user who needs access
    const server = await SoakServer.start({ port, dataDir, descriptors: 512, program });
    try {
      const tally = new Tally({ answerMs: 60_000, refusalMs: 60_000 }); // speed is not tested here
      const world: World = { port, tally, people: [], uploads: [], comments: [], assets: [] };
      const wrong: string[] = [];
      for (let n = 0; n < 4; n++) await join(world);
      for (let n = 0; n < 2; n++) await upload(world, 'large');
      expect(world.uploads).toHaveLength(2);
      await server.killThread();
      closeConnections();
      const before = descriptorsOf(server.pid);

      const only = ['list', 'image', 'download', 'signIn', 'comment', 'upload', 'hostile', 'edit'] as const;
      const stopLoad = startLoad(world, { perSecond: 15, only, report: (text) => void wrong.push(text) });
      await Promise.all([
        cutConnections(world, 600, 6, () => !server.isRunning),
        sleep(2000).then(() => causeOutage(server, tally, 'kill the postmaster')),
        sleep(1000).then(() => server.killThread()),
      ]);
      // on a busy machine the load may not have got an upload through by now
      for (let waited = 0; world.uploads.length <= 2 && waited < 60_000; waited += 100) await sleep(100);
      await stopLoad();
      expect(server.isRunning, server.lastWords).toBe(true);
      wrong.push(...(await verifyStored(world)));
      closeConnections();
      let after = descriptorsOf(server.pid);
      for (let waited = 0; after > before + 20 && waited < 10_000; waited += 100) {
        await sleep(100);
        after = descriptorsOf(server.pid);
      }
      expect([...wrong, ...tally.violations()]).toEqual([]);
      const logged = server.complaints.filter(({ at }) => !tally.isOutage(at));
      expect([...new Set(logged.map(({ text }) => /"message":"[^"]*"/.exec(text)?.[0] ?? text))]).toEqual([]);
      expect(world.uploads.length).toBeGreaterThan(2);
      expect(after).toBeLessThanOrEqual(before + 20);
      await expect.poll(() => countTempFiles(dataDir)).toBe(0); // aborted uploads are removed after their connection has ended
      expect((await server.stop()).code).toBe(0);
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
