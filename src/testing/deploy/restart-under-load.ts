import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { openDb } from '#db/client.ts';
import { routes } from '#routes/routes.ts';
import { newTrack } from '#scripts/soak/tracks.ts';
import type { Site } from '#sites/schema.ts';
import { register, type Script } from '#testing/browser/tools/people.ts';
import { Member, pathOf, read, Tally } from './load.ts';
import type { Outcomes } from './outcomes.ts';
import { hostOf } from './proxies.ts';

/** What is restarted. */
export interface Processes {
  readonly ports: readonly number[];
  stop(port: number): Promise<number | null>;
  /** resolves when it is ready */
  start(port: number): Promise<void>;
  database(): ReturnType<typeof openDb>;
}

interface Load {
  readonly httpsPort: number;
  readonly sites: readonly Site[];
  /** the least number of requests; the load lasts until both processes were restarted, too */
  readonly requests: number;
}

const connections = 16;
const writers = 10;
/** so that an account stays below its limit of writes */
const writesEvery = 40;
const tracksAtFirst = 8;
/** how long a download is read slowly: longer than a process drains, shorter than it waits */
const slowForMs = 20_000;

/** Restarts each process in turn, behind the proxy and under load, and reports what failed. */
export async function restartUnderLoad(
  outcomes: Outcomes,
  installation: Processes,
  load: Load,
): Promise<void> {
  const [site] = load.sites;
  if (!site) throw new Error('There is no edition.');
  const { origin } = new URL(`https://${hostOf(site)}:${load.httpsPort}`);
  const tally = new Tally();
  const { script: uploader } = await register(origin);
  const trackIds: number[] = [];
  const upload = async () => trackIds.push(await uploadLarge(uploader, site));
  for (let n = 0; n < tracksAtFirst; n++) await upload();
  const members = await Promise.all(
    Array.from({ length: writers }, async () => new Member((await register(origin)).script)),
  );

  await confirmAddresses(installation);

  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  const reading = { agent, origin, site };
  let restarted = false;
  const goesOn = () => !restarted || tally.requests < load.requests;
  const downloads = [origin, ...installation.ports.map((port) => `http://${hostOf(site)}:${port}`)].map(
    (from) => slowDownload(from),
  );
  const lane = async (at: number) => {
    for (let n = at; goesOn(); n += connections) {
      tally.requests += 1;
      const member = n % writesEvery === 0 ? members[Math.floor(n / writesEvery) % writers] : undefined;
      if (member) await member.write(tally, trackIds);
      else await read(reading, pathOf(n, trackIds), tally);
      if (n % 500 === 0) await upload().catch((error: unknown) => tally.failed(`upload: ${String(error)}`));
    }
  };
  const began = performance.now();
  const lanes = Promise.all(Array.from({ length: connections }, (_, at) => lane(at)));
  const rows = await restartAll(installation, tally, () => tally.requests < load.requests);
  restarted = true;
  await lanes;
  agent.destroy();
  const seconds = (performance.now() - began) / 1000;

  console.log(table(rows));
  outcomes.note(`${tally.requests} requests, ${tally.writes} of them writes, in ${seconds.toFixed(0)} s`);
  outcomes.check('no request failed', tally.failures.length === 0, summary(tally.failures));
  outcomes.check('the load wrote', tally.writes > 0);
  const lost = (await Promise.all(members.map((member) => member.lost()))).flat();
  outcomes.check('every acknowledged write is there', lost.length === 0, lost.slice(0, 3).join('; '));
  for (const download of downloads) {
    const { from, received, announced, ms } = await download;
    const rule = `a download of ${(received / 2 ** 20).toFixed(0)} MiB from ${from} ended after ${(ms / 1000).toFixed(0)} s`;
    outcomes.check(rule, received === announced && received > 0, `${received} of ${announced} bytes`);
  }
  await checkJobs(outcomes, installation);
}

/** As if everybody had followed the link in the mail, without which a site with a mail server takes no writes. */
async function confirmAddresses(installation: Processes): Promise<void> {
  const { db, close } = installation.database();
  await db.updateTable('account').set({ email_confirmed_at: new Date() }).execute();
  await close();
}

interface Row {
  readonly port: number;
  readonly stoppedMs: number;
  readonly startedMs: number;
  readonly requests: number;
  readonly failed: number;
  readonly code: number | null;
}

/** One process after the other, and again while there is load to come. */
async function restartAll(installation: Processes, tally: Tally, goesOn: () => boolean): Promise<Row[]> {
  const rows: Row[] = [];
  do {
    for (const port of installation.ports) {
      await sleep(2000);
      const before = { requests: tally.requests, failed: tally.failures.length, at: performance.now() };
      const code = await installation.stop(port);
      const stoppedAt = performance.now();
      await installation.start(port);
      rows.push({
        port,
        code,
        stoppedMs: stoppedAt - before.at,
        startedMs: performance.now() - stoppedAt,
        requests: tally.requests - before.requests,
        failed: tally.failures.length - before.failed,
      });
    }
  } while (goesOn());
  return rows;
}

const table = (rows: readonly Row[]): string =>
  [
    '  | process | exit code | stopped after | ready after | requests meanwhile | failed |',
    '  |---|---|---|---|---|---|',
    ...rows.map(
      ({ port, code, stoppedMs, startedMs, requests, failed }) =>
        `  | ${port} | ${code} | ${(stoppedMs / 1000).toFixed(1)} s | ${(startedMs / 1000).toFixed(1)} s | ${requests} | ${failed} |`,
    ),
  ].join('\n');

function summary(failures: readonly string[]): string {
  const counts = Map.groupBy(failures, (failure) => failure);
  return [...counts].map(([failure, all]) => `${all.length} × ${failure}`).join('; ');
}

async function uploadLarge(uploader: Script, site: Site): Promise<number> {
  const { name, bytes } = await newTrack('large', { site });
  return uploader.upload(
    { name: `${name}.Challenge.Gbx`, mimeType: 'application/octet-stream', buffer: bytes },
    { TrackName: name },
  );
}

/** Reads all tracks as a zip, slowly at first. */
async function slowDownload(from: string): Promise<Download> {
  const { protocol, host, hostname, port } = new URL(from);
  const { request: ask } = await import(protocol === 'https:' ? 'node:https' : 'node:http');
  const began = performance.now();
  return new Promise<Download>((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      servername: hostname,
      rejectUnauthorized: false,
      agent: false,
    };
    const sent = ask(
      { ...options, path: routes.trackSearchZip(), headers: { host, 'x-forwarded-host': hostname } },
      async (response: import('node:http').IncomingMessage) => {
        let received = 0;
        const ended = () =>
          resolve({
            from,
            received,
            announced: Number(response.headers['content-length']),
            ms: performance.now() - began,
          });
        try {
          for await (const chunk of response) {
            received += (chunk as Buffer).length; // no encoding is set
            if (performance.now() - began < slowForMs) await sleep(1000);
          }
        } catch {
          // the connection broke: what was announced is not there
        }
        ended();
      },
    );
    sent.on('error', () => resolve({ from, received: 0, announced: 0, ms: performance.now() - began })).end();
  });
}

interface Download {
  readonly from: string;
  readonly received: number;
  readonly announced: number;
  readonly ms: number;
}

/** Jobs that a process did not finish before it ended are done by another one. */
async function checkJobs(outcomes: Outcomes, installation: Processes): Promise<void> {
  const { db, close } = installation.database();
  const States = z.array(z.object({ state: z.string(), jobs: z.coerce.number() }));
  const read = async () => {
    const { rows } = await sql`select state::text, count(*) as jobs from pgboss.job
      where start_after <= now() or state <> 'created' group by state`.execute(db);
    return new Map(States.parse(rows).map(({ state, jobs }) => [state, jobs]));
  };
  const isBusy = (states: ReadonlyMap<string, number>) =>
    ['created', 'retry', 'active'].some((state) => (states.get(state) ?? 0) > 0);
  let states = await read();
  for (let tries = 0; isBusy(states) && tries < 120; tries++) {
    await sleep(1000);
    states = await read();
  }
  await close();
  const seen = [...states].map(([state, jobs]) => `${jobs} ${state}`).join(', ');
  outcomes.check(`all jobs were done (${seen})`, !isBusy(states) && !states.has('failed'));
}
