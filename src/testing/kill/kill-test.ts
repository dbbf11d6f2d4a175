import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDb } from '#db/client.ts';
import { findServer } from '#platform/postgres/embedded.ts';
import { countTempFiles } from '#scripts/soak/server.ts';
import { upsideDownJpeg } from '../tracks.ts';
import { App } from './app.ts';
import { verify } from './verify.ts';
import { Visitor } from './visitor.ts';
import { type Tally, work } from './work.ts';

interface Options {
  kills: number;
  port: number;
  people?: number;
  /** src/scripts/start.ts instead of the small server: with pages, and slower to start */
  real?: boolean;
  say?: (line: string) => void;
}

const host = 'tmnf.localhost';
const realServer = fileURLToPath(new URL('#scripts/start.ts', import.meta.url));
const leanServer = fileURLToPath(new URL('./server.ts', import.meta.url));
const victims = ['app', 'postmaster', 'keeper', 'backend', 'both', 'app and keeper'] as const;

/**
 * Repeatedly kills the application, its database, the keeper or several of them while users upload; then checks that every
 * acknowledged upload is stored, byte for byte, and nothing is incomplete.
 */
export async function killTest({ kills, port, people = 6, real = false, say = () => {} }: Options) {
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-kill-'));
  const command = real ? [realServer, '--empty'] : [leanServer];
  const app = new App({ command, dataDir, port });
  const tally: Tally = { acknowledged: [], lost: 0, wrong: [] };
  const counts = { app: 0, postmaster: 0, keeper: 0, backend: 0, both: 0, 'app and keeper': 0 };
  const restarts: number[] = [];
  const began = performance.now();
  const interrupted = () => void app.killApp().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await app.start();
    const visitors = Array.from({ length: people }, () => new Visitor(port, host));
    for (const [n, visitor] of visitors.entries()) await visitor.register(`person${n}`);
    const thumbnail = await upsideDownJpeg();
    let over = false;
    const working = visitors.map((visitor) => work(visitor, tally, thumbnail, () => over));
    for (let n = 0; n < kills; n++) {
      await untilAnother(tally);
      await sleep(Math.random() * 400);
      const victim = victims[n % victims.length] ?? 'app';
      counts[victim] += 1;
      if (victim === 'both') app.killPostgres('postmaster');
      else if (victim === 'app and keeper') app.killPostgres('keeper');
      else if (victim !== 'app') app.killPostgres(victim);
      if (victim === 'app' || victim === 'both' || victim === 'app and keeper') {
        await app.killApp();
        restarts.push(await app.start());
      }
      await forgetLimits(dataDir);
      if ((n + 1) % 10 === 0) say(`${n + 1} kills, ${tally.acknowledged.length} uploads acknowledged`);
    }
    await untilAnother(tally);
    over = true;
    await Promise.all(working);
    await app.killApp();
    const temporaryFiles = { before: countTempFiles(dataDir), after: 0 };
    await app.start();
    temporaryFiles.after = countTempFiles(dataDir);
    const server = await findServer(join(dataDir, 'postgres'));
    if (!server) throw new Error('The database is gone.');
    const { db, close } = openDb(server.url, { max: 1, guard: false });
    try {
      const [visitor] = visitors;
      if (!visitor) throw new Error('No user uploads: people must be at least 1.');
      const found = await verify(db, dataDir, visitor, tally);
      const slowestRestartMs = Math.round(Math.max(...restarts, 0));
      const seconds = Math.round((performance.now() - began) / 1000);
      return {
        ...found,
        kills: counts,
        temporaryFiles,
        acknowledged: tally.acknowledged.length,
        lostAnswers: tally.lost,
        slowestRestartMs,
        seconds,
      };
    } finally {
      await close();
      await app.stop();
      await server.stop();
    }
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await app.killApp();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Kills happen during uploads, not during a series of failures: at least one must have succeeded since the last. */
async function untilAnother(tally: Tally): Promise<void> {
  const before = tally.acknowledged.length;
  for (let waited = 0; tally.acknowledged.length === before; waited += 10) {
    if (tally.wrong.length > 0) return;
    if (waited > 60_000) throw new Error('No upload succeeded for a minute.');
    await sleep(10);
  }
}

/** A few users upload as much as thousands would: their limits are not tested here. */
async function forgetLimits(dataDir: string): Promise<void> {
  const server = await findServer(join(dataDir, 'postgres')).catch(() => null);
  if (!server) return;
  const { db, close } = openDb(server.url, { max: 1 });
  await db
    .deleteFrom('rate_limit')
    .execute()
    .catch(() => undefined); // it may be recovering; tried again next time
  await close();
  await server.stop();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      port: { type: 'string', default: '4490' },
      real: { type: 'boolean', default: false },
    },
  });
  const found = await killTest({
    kills: Number(values.kills),
    port: Number(values.port),
    real: values.real,
    say: console.log,
  });
  console.log(found);
  process.exit(found.wrong.length > 0 ? 1 : 0);
}
