import { backendsOf, descriptorsOf, postmasterOf, residentBytesOf } from './processes.ts';
import type { Sample } from './samples.ts';
import { countTempFiles, type SoakServer } from './server.ts';
import type { World } from './world.ts';

const mb = 2 ** 20;

/** Measures the server now. */
export async function takeSample(server: SoakServer, world: World, second: number): Promise<Sample> {
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
export function sampleEvery(ms: number, server: SoakServer, world: World): { stop(): Sample[] } {
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
