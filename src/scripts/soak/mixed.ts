import { setTimeout as sleep } from 'node:timers/promises';
import { cutConnections } from './cuts.ts';
import { causeFaults } from './faults.ts';
import { findAssets, startLoad, upload } from './load.ts';
import { closeConnections } from './person.ts';
import {
  backendsOf,
  descriptorsOf,
  isRunning,
  keeperOf,
  postmasterOf,
  residentBytesOf,
} from './processes.ts';
import { printReport } from './report.ts';
import type { Sample } from './samples.ts';
import { countTempFiles, type SoakServer } from './server.ts';
import { Tally } from './tally.ts';
import { withServer } from './with-server.ts';
import { join, visitorOf, type World } from './world.ts';

const mb = 2 ** 20;

/** Measures the server now. */
async function takeSample(server: SoakServer, world: World, second: number): Promise<Sample> {
  const heapBytes = await server.heapBytes();
  return {
    second,
    descriptors: descriptorsOf(server.pid),
    residentMb: residentBytesOf(server.pid) / mb,
    heapMb: heapBytes === null ? null : heapBytes / mb,
    connections: backendsOf(postmasterOf(server.dataDir)).length,
    tempFiles: countTempFiles(server.dataDir),
    requests: world.tally.requests,
    cuts: world.tally.cuts,
    uploads: world.uploads.length,
  };
}

/** Takes samples until it is stopped. */
function sampleEvery(ms: number, server: SoakServer, world: World): { stop(): Sample[] } {
  const samples: Sample[] = [];
  const began = Date.now();
  const timer = setInterval(() => {
    const second = (Date.now() - began) / 1000;
    if (server.isRunning) void takeSample(server, world, second).then((sample) => samples.push(sample));
  }, ms);
  return {
    stop: () => {
      clearInterval(timer);
      return samples;
    },
  };
}

/** Checks that everything acknowledged by the server is stored; returns what is missing, as text. */
export async function verifyStored(world: World): Promise<string[]> {
  const wrong: string[] = [];
  const visitor = visitorOf(world);
  for (const { trackId, bytes, name } of world.uploads) {
    const file = await visitor.ask('verify', `/trackgbx/${trackId}`);
    if (!file?.body.equals(bytes)) wrong.push(`track ${trackId} was acknowledged and is not what was sent`);
    const answer = await visitor.ask('verify', `/api/tracks?id=${trackId}&fields=TrackName`);
    const stored = answer && JSON.parse(answer.body.toString()).Results[0]?.TrackName;
    if (name !== null && stored !== name) wrong.push(`track ${trackId} is called "${stored}", not "${name}"`);
  }
  for (const commentId of world.comments) {
    const answer = await visitor.ask('verify', `/api/tracks/comments?id=${commentId}&fields=CommentId`);
    const found = answer && JSON.parse(answer.body.toString()).Results.length;
    if (found !== 1) wrong.push(`comment ${commentId} was acknowledged and is lost`);
  }
  return wrong;
}

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
