import './production.ts';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cutConnections } from './soak/cuts.ts';
import { causeFaults } from './soak/faults.ts';
import { findAssets, startLoad, upload } from './soak/load.ts';
import { closeConnections } from './soak/person.ts';
import { descriptorsOf, isRunning, keeperOf, postmasterOf } from './soak/processes.ts';
import { printReport } from './soak/report.ts';
import { sampleEvery, takeSample } from './soak/sampling.ts';
import { SoakServer, tempFolderOf } from './soak/server.ts';
import { Tally } from './soak/tally.ts';
import { verifyStored } from './soak/verify.ts';
import { join, type World } from './soak/world.ts';

const descriptorLimit = 1024;
const abortsPerMinute = 5000;
const actsPerSecond = 25;
const firstPeople = 40;

/**
 * `npm run soak [-- --minutes 10] [--port 4580]`: runs the real server under mixed load, with 5,000 client aborts a minute, and
 * kills its database and threads. Exits with 1 if a request failed that was not aborted on purpose, if anything was lost, or if
 * descriptors or memory grew.
 */
async function soak(minutes: number, port: number): Promise<boolean> {
  const dataDir = mkdtempSync(joinPath(tmpdir(), 'paddock-soak-'));
  await chmod(dataDir, 0o755); // started as root, the database runs as another user who needs access
  let server: SoakServer | undefined;
  const stop = () => void server?.stop().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    server = await SoakServer.start({ port, dataDir, descriptors: descriptorLimit });
    return await soakServer(server, minutes);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  } finally {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function soakServer(server: SoakServer, minutes: number): Promise<boolean> {
  const { port, dataDir } = server;
  const seconds = minutes * 60;
  const aborts = Math.round(minutes * abortsPerMinute);
  const tally = new Tally();
  const world: World = { port, tally, people: [], uploads: [], comments: [], assets: [] };
  const wrong: string[] = [];
  console.log(`${minutes} minutes, ${aborts} aborts, ${descriptorLimit} descriptors; data in ${dataDir}`);
  for (let n = 0; n < firstPeople; n++) await join(world);
  if (world.people.length < firstPeople) throw new Error(`Nobody can register: ${tally.violations()[0]}`);
  for (let n = 0; n < 6; n++) await upload(world, 'large');
  await findAssets(world);
  closeConnections();
  const before = descriptorsOf(server.pid);

  const sampling = sampleEvery(5000, server, world);
  const stopLoad = startLoad(world, { perSecond: actsPerSecond, report: (text) => void wrong.push(text) });
  const [faults] = await Promise.all([
    causeFaults(server, tally, seconds),
    cutConnections(world, aborts, seconds, () => !server.isRunning),
  ]);
  await stopLoad();
  const samples = sampling.stop();
  wrong.push(...faults.wrong);

  if (server.isRunning) {
    wrong.push(...(await verifyStored(world)));
    closeConnections();
    await sleep(6000); // until idle connections and temporary files are released
    const after = await takeSample(server, world, 0);
    if (after.descriptors > before + 20)
      wrong.push(`${after.descriptors} descriptors are open without any load; before it were ${before}`);
    const left = readdirSync(tempFolderOf(dataDir)).length;
    if (left > 0) wrong.push(`${left} temporary files were left behind`);
    console.log(`Descriptors without load: ${before} before, ${after.descriptors} after.`);
  }
  const processes = [postmasterOf(dataDir), keeperOf(dataDir)].filter((pid) => pid !== null);
  const wasRunning = server.isRunning;
  const { code, ms } = await server.stop();
  if (!wasRunning) wrong.push(`the server ended by itself (${code}):\n${server.lastWords.slice(-1500)}`);
  else if (code !== 0 || ms > 15_000)
    wrong.push(`the server took ${Math.round(ms)} ms to stop, with code ${code}`);
  await sleep(1000);
  for (const pid of processes.filter(isRunning)) wrong.push(`process ${pid} outlived the server`);
  return printReport({ world, samples, faults, wrong, server, descriptorLimit, aborts });
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    port: { type: 'string', default: '4580' },
  },
});
const minutes = Number(values.minutes);
if (process.platform !== 'linux') {
  console.error('The soak test reads /proc and sets a limit of descriptors: it runs on Linux only.');
  process.exitCode = 1;
} else if (!(minutes > 0 && minutes <= 120)) {
  console.error(`--minutes must be a number of at most 120, got "${values.minutes}".`);
  process.exitCode = 1;
} else {
  process.exitCode = (await soak(minutes, Number(values.port))) ? 0 : 1;
}
