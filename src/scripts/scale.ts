import './production.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillBig, largest as site } from '#db/bench/big.ts';
import { openDb } from '#db/client.ts';
import { tileFields } from '#features/tracks/fields.ts';
import { trackList } from '#features/tracks/server/list.ts';
import { decideConfig } from '#platform/config.ts';
import type { Ctx } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { readParams } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { openServices } from '#platform/services.ts';
import { visitor } from '#platform/viewer.ts';
import { allSites } from '#sites/all.ts';
import { type Combination, pairs, sample, singles } from './bench/combinations.ts';
import { type RunningProcess, startProcess } from './bench/process.ts';
import { openDatabase } from './database.ts';
import { runCommand } from './run-command.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const rerun = 50;

/**
 * `npm run bench:scale [-- --tenth] [--singles 2000] [--pairs 2000] [--check 300]`: tracks searched at full size
 * (1,050,000; a tenth with --tenth) over HTTP, 40 full rows a page; ids compared with the plain statement's.
 */
await runCommand(async (closers) => {
  const { values } = parseArgs({
    options: {
      tenth: { type: 'boolean', default: false },
      singles: { type: 'string' },
      pairs: { type: 'string' },
      check: { type: 'string', default: '300' },
    },
  });
  const scale = values.tenth ? 0.1 : 1;
  const sites = await allSites();
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-scale-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  process.env.DATA_DIR = dataDir;
  const { url } = await openDatabase({ databaseUrl: null, dataDir }, sites, closers);
  const began = performance.now();
  const { db, close } = openDb(url, { statementTimeoutMs: 0 });
  await fillBig(
    db,
    sites.map(({ code }) => code),
    scale,
    console.log,
  );
  await close();
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);

  const server = await startProcess('./serve-api.ts', [url, site], { DATA_DIR: dataDir });
  closers.add(server.stop);
  const { services, close: closeServices } = await openServices({
    config: decideConfig({ DATA_DIR: dataDir }),
    databaseUrl: url,
    sites,
    jobs: [],
  });
  closers.add(closeServices);
  const edition = sites.find(({ code }) => code === site);
  if (!edition) throw new Error(`There is no edition "${site}".`);
  const plain = makeCtx(services, edition, visitor, 'bench');
  const middle = Math.round(604_000 * scale * 0.6);

  const chosen = (all: Combination[], most: string | undefined) =>
    most === undefined ? all : sample(all, Number(most));
  const single = chosen(singles(), values.singles);
  const pair = chosen(pairs(), values.pairs);
  for (const one of sample(single, 200)) await ask(server, one, middle); // warm
  await report('single filters', server, single, middle, 1);
  await report('pairs of filters', server, pair, middle, 1);
  await report('pairs, four clients at once', server, sample(pair, 1000), middle, 4);
  const wrong = await unlike(plain, server, sample([...single, ...pair], Number(values.check)), middle);
  console.log(`ids compared with the plain statement's: ${values.check} combinations, ${wrong} differ`);
  await closers.close();
});

function pathOf({ query, order, page }: Combination, middle: number, fields: string): string {
  const cursor = page === 'first' ? {} : { [page]: String(middle) };
  return `/api/tracks?${new URLSearchParams({ ...query, ...cursor, order1: order, count: '40', fields })}`;
}

/** Milliseconds until the whole answer is there, and the answer. */
function ask(
  { port }: RunningProcess,
  combination: Combination,
  middle: number,
  fields: string = tileFields.join(','),
): Promise<{ ms: number; status: number; body: string }> {
  const path = pathOf(combination, middle, fields);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get({ port, host: '127.0.0.1', path, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          ms: performance.now() - began,
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    }).on('error', reject);
  });
}

async function report(
  title: string,
  server: RunningProcess,
  combinations: readonly Combination[],
  middle: number,
  clients: number,
): Promise<void> {
  const times: { ms: number; of: Combination }[] = [];
  const queue = [...combinations];
  const client = async () => {
    for (let of = queue.pop(); of; of = queue.pop())
      times.push({ ms: (await ask(server, of, middle)).ms, of });
  };
  await Promise.all(Array.from({ length: clients }, client));
  times.sort((a, b) => a.ms - b.ms);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]?.ms ?? 0;
  // a peak that does not come again was the machine's
  const again: { ms: number; of: Combination }[] = [];
  for (const { of } of times.slice(-rerun)) {
    const three = [];
    for (let n = 0; n < 3; n++) three.push((await ask(server, of, middle)).ms);
    again.push({ ms: three.sort((a, b) => a - b)[1] ?? 0, of });
  }
  const worst = again.sort((a, b) => b.ms - a.ms)[0];
  const ms = (time: number) => `${time.toFixed(1)} ms`;
  console.log(
    `${title}: ${times.length}, median ${ms(at(0.5))}, p95 ${ms(at(0.95))}, p99 ${ms(at(0.99))}, worst ${ms(at(1))}, ` +
      `worst of repeated runs ${ms(worst?.ms ?? 0)} (${worst ? pathOf(worst.of, middle, '') : ''})`,
  );
}

/** How many of these find other ids than the plain statement. */
async function unlike(
  ctx: Ctx,
  server: RunningProcess,
  combinations: readonly Combination[],
  middle: number,
): Promise<number> {
  let wrong = 0;
  for (const combination of combinations) {
    const path = pathOf(combination, middle, 'TrackId');
    const found = await ask(server, combination, middle, 'TrackId');
    const params = readParams(new URLSearchParams(path.slice(path.indexOf('?') + 1)));
    const page = await readPage(ctx, trackList, params).then(
      ({ rows, more }) => `{"More":${more},"Results":[${rows.join(',')}]}`,
      () => null,
    );
    if (page === found.body || (page === null && found.status >= 400)) continue;
    wrong += 1;
    console.log(`differs: ${path}`);
  }
  return wrong;
}
