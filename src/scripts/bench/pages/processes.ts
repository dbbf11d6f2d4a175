import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { listen } from '../../../server/listen.ts';
import { residentBytesOf } from '../../soak/processes.ts';
import { readWell, textOf } from './check.ts';
import { firstDifference, withoutNamed } from './compare-bodies.ts';
import { visitAfterStart } from './first-visits.ts';
import { pageTypes, pick } from './mix.ts';
import { type MixFigures, runMix } from './mixed-load.ts';
import { readOf, someVisitor } from './people.ts';
import { BenchServer } from './server.ts';
import type { Side } from './side.ts';
import { sendWrite } from './timed-requests.ts';
import { Wire } from './wire.ts';
import { someWrite } from './write-requests.ts';

export interface ProcessesReport {
  readonly count: number;
  readonly megabytes: readonly number[];
  readonly compared: number;
  /** addresses for which the processes send different responses */
  readonly differing: readonly string[];
  readonly writes: number;
  /** writes that the next request of their author through the proxy did not show */
  readonly unseen: readonly string[];
  /** pages that a process still shows without a write after `patienceMs` */
  readonly stale: readonly string[];
  /** until every process showed a write */
  readonly slowestMs: number;
  readonly mix: MixFigures;
}

const patienceMs = 2000;

/** Sends each request to the next server. */
async function openProxy(ports: readonly number[]): Promise<{ port: number; close(): void }> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const port = ports[turn++ % ports.length];
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

/** Starts further processes on the database of `side`, and compares what all of them send. */
export async function measureProcesses(
  side: Side,
  count: number,
  { seconds, seed, writes }: { seconds: number; seed: number; writes: number },
): Promise<ProcessesReport> {
  const more = await Promise.all(
    Array.from({ length: count - 1 }, () => BenchServer.start(side.root, side.dataDir, side.site)),
  );
  const servers = [side.server, ...more];
  try {
    for (const server of more) await visitAfterStart(server, side.community, side.site, seed);
    const proxy = await openProxy(servers.map(({ port }) => port));
    const wires = servers.map(({ port }) => new Wire(port));
    const same = await compareResponses(side, wires, seed);
    const seen = await writeAndLook(side, new Wire(proxy.port), wires, writes, seed);
    const mix = await runMix({ ...side, usage: usageOfAll(side, more) }, 16, seconds, seed, proxy.port);
    for (const wire of wires) wire.close();
    proxy.close();
    const megabytes = servers.map(({ pid }) => residentBytesOf(pid) / 2 ** 20);
    return { count, megabytes, ...same, writes, ...seen, mix };
  } finally {
    await Promise.all(more.map((server) => server.stop()));
  }
}

/** What all processes used together. */
const usageOfAll = (side: Side, more: readonly BenchServer[]) => async () => {
  const first = await side.usage();
  const others = await Promise.all(more.map((server) => server.usage()));
  return { ...first, cpuMs: others.reduce((sum, { cpuMs }) => sum + cpuMs, first.cpuMs) };
};

async function compareResponses({ community, site }: Side, wires: readonly Wire[], seed: number) {
  const random = seededRandom(seed);
  const differing: string[] = [];
  let compared = 0;
  for (const type of pageTypes.filter(({ share }) => share.visitor > 0))
    for (let n = 0; n < 5; n++) {
      const path = type.path(community, (from) => pick(random, from), random);
      const texts: string[] = [];
      for (const wire of wires)
        texts.push(withoutNamed(textOf(await readWell(wire, site.host, someVisitor(random), path))));
      compared += 1;
      const [first = '', ...others] = texts;
      const difference = others.map((text) => firstDifference(first, text)).find((one) => one !== null);
      if (difference) differing.push(`${path}: ${difference}`);
    }
  return { compared, differing };
}

/**
 * Every process is made to keep the page that a write changes, then the write goes through the proxy. Its author must see it with
 * the next request, whichever process gets it; every process must show it soon after.
 */
async function writeAndLook(side: Side, proxied: Wire, wires: readonly Wire[], writes: number, seed: number) {
  const random = seededRandom(seed);
  const unseen: string[] = [];
  const stale: string[] = [];
  let slowestMs = 0;
  for (let n = 0; n < writes; n++) {
    const write = someWrite(random, side.community);
    const { seenAt } = write;
    const look = (wire: Wire) => wire.ask(readOf(side.site.host, seenAt.sender, seenAt.path));
    for (const wire of wires) await look(wire);
    const written = textOf(await sendWrite(side, proxied, write));
    const began = performance.now();
    const isShown = async (wire: Wire) => seenAt.shows(textOf(await look(wire)), written);
    const byAuthor = await proxied.ask(readOf(side.site.host, write.sender, seenAt.path));
    if (!seenAt.shows(textOf(byAuthor), written))
      unseen.push(`${write.name} ${write.path} on ${seenAt.path}`);
    for (const [at, wire] of wires.entries()) {
      let shown = await isShown(wire);
      while (!shown && performance.now() - began < patienceMs) {
        await sleep(2);
        shown = await isShown(wire);
      }
      if (!shown) stale.push(`${seenAt.path} in process ${at + 1}, after ${write.name}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - began);
  }
  proxied.close();
  return { unseen, stale, slowestMs };
}
