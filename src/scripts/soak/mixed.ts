import { setTimeout as sleep } from 'node:timers/promises';
import { cutConnections } from './cuts.ts';
import { causeFaults } from './faults.ts';
import { findAssets, startLoad, upload } from './load.ts';
import { closeConnections } from './person.ts';
import { descriptorsOf, isRunning, keeperOf, postmasterOf } from './processes.ts';
import { printReport } from './report.ts';
import { sampleEvery, takeSample } from './sampling.ts';
import { countTempFiles, type SoakServer } from './server.ts';
import { Tally } from './tally.ts';
import { verifyStored } from './verify.ts';
import { withServer } from './with-server.ts';
import { join, type World } from './world.ts';

const descriptorLimit = 1024;
const abortsPerMinute = 5000;
const actsPerSecond = 25;
const firstPeople = 40;

/**
 * Runs the real server under mixed load, with 5,000 client aborts a minute, and kills its database and threads. Returns false if a
 * request failed that was not aborted on purpose, if anything was lost, or if descriptors or memory grew.
 */
export async function soakMixed(minutes: number, port: number): Promise<boolean> {
  return withServer({ port, descriptors: descriptorLimit }, (server) => soakServer(server, minutes));
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
    const left = countTempFiles(dataDir);
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
