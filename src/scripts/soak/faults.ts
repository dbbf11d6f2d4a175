import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { backendsOf, keeperOf, postmasterOf } from './processes.ts';
import type { SoakServer } from './server.ts';
import type { Outage, Tally } from './tally.ts';
import { mainHost } from './world.ts';

/** The time within which the site must recover its database by itself. */
export const recoveryMs = 60_000;

type Fault = 'kill the postmaster' | 'restart the database' | 'kill the keeper' | 'kill a backend';

/** What happens to the database, and at which fraction of the run. */
const plan: readonly (readonly [share: number, fault: Fault])[] = [
  [0.1, 'kill the postmaster'],
  [0.22, 'restart the database'],
  [0.34, 'kill the keeper'],
  [0.46, 'kill a backend'],
  [0.6, 'kill the postmaster'],
  [0.74, 'restart the database'],
  [0.86, 'kill the keeper'],
];

export interface Faults {
  readonly threadKills: number;
  /** failures as text; empty if the site recovered from each fault */
  readonly wrong: readonly string[];
}

/** Repeatedly takes the database away and kills threads until `seconds` are over. */
export async function causeFaults(server: SoakServer, tally: Tally, seconds: number): Promise<Faults> {
  const began = Date.now();
  const wrong: string[] = [];
  let threadKills = 0;
  let next = 0;
  while (Date.now() - began < seconds * 1000 && server.isRunning) {
    const [share, fault] = plan[next] ?? [2, null];
    if (fault && Date.now() - began >= share * seconds * 1000) {
      next += 1;
      await causeOutage(server, tally, fault).catch((error: Error) => wrong.push(error.message));
    }
    if (await server.killThread()) threadKills += 1;
    await sleep(2000);
  }
  if (next < plan.length) wrong.push(`only ${next} of ${plan.length} faults of the database were caused`);
  return { threadKills, wrong };
}

/** Takes the database away and waits until the site has recovered it. */
export async function causeOutage(server: SoakServer, tally: Tally, fault: Fault): Promise<void> {
  const pid = victimOf(server.dataDir, fault);
  if (pid === null) throw new Error(`${fault}: no such process was found`);
  const outage: Outage = { what: fault, from: Date.now(), until: Number.POSITIVE_INFINITY };
  tally.outages.push(outage);
  process.kill(pid, fault === 'restart the database' ? 'SIGINT' : 'SIGKILL');
  await sleep(500);
  let healthySince = 0;
  while (server.isRunning) {
    if (Date.now() - outage.from > recoveryMs)
      throw new Error(`${fault}: no recovery within ${recoveryMs / 1000} s`);
    if (await isHealthy(server.port)) {
      healthySince ||= Date.now();
      if (Date.now() - healthySince >= 1000) break;
    } else healthySince = 0;
    await sleep(100);
  }
  outage.until = Date.now();
}

function victimOf(dataDir: string, fault: Fault): number | null {
  if (fault === 'kill the keeper') return keeperOf(dataDir);
  const postmaster = postmasterOf(dataDir);
  return fault === 'kill a backend' ? (backendsOf(postmaster)[0] ?? null) : postmaster;
}

function isHealthy(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/api/health',
      headers: { host: mainHost },
      agent: false,
    };
    const request = http.get({ ...options, timeout: 5000 }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode === 200));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}
