import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { app } from '#app.ts';
import { decideConfig } from '#platform/config.ts';
import { makeCtx } from '#platform/ctx.ts';
import { findServer } from '#platform/postgres/embedded.ts';
import { openServices } from '#platform/services.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import type { Closers } from '../../run-command.ts';
import { type Community, readCommunity } from './community.ts';
import { PostgresClock } from './postgres-time.ts';
import { BenchServer, type Usage } from './server.ts';

/** A build and a community: with `--compare` there are two of them. */
export interface Build {
  readonly name: string;
  /** the working tree */
  readonly root: string;
  readonly dataDir: string;
}

/** A running server and what its requests refer to. */
export interface Side extends Build {
  readonly site: Site;
  readonly server: BenchServer;
  readonly community: Community;
  /** what Node and PostgreSQL used since the last call */
  usage(): Promise<Usage & { postgresMs: number }>;
}

/**
 * Starts a server of this build. `meanwhile` runs as soon as it serves the edition. Everything is built and the community is read
 * before that: a start that builds editions or shares the processors with a second reader of the database is not what is measured.
 */
export async function openSide(
  build: Build,
  sites: readonly Site[],
  site: Site,
  closers: Closers,
  meanwhile: (server: BenchServer, community: Community) => Promise<void>,
): Promise<Side> {
  await buildEditions(build.root);
  const reading = await BenchServer.start(build.root, build.dataDir, site);
  const community = await communityOf(build.dataDir, sites, site).finally(() => reading.stop());
  const server = await BenchServer.start(build.root, build.dataDir, site);
  closers.add(() => server.stop());
  await meanwhile(server, community);
  await settled(server);
  const postgres = new PostgresClock(build.dataDir);
  return {
    ...build,
    site,
    server,
    community,
    usage: async () => ({ ...(await server.usage()), postgresMs: postgres.sinceLastMs() }),
  };
}

async function buildEditions(root: string): Promise<void> {
  const args = [join(root, 'src/scripts/build-sites.ts')];
  const building = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const [status] = await once(building, 'exit');
  if (status !== 0) throw new Error(`The editions of ${root} could not be built.`);
}

const Health = z.object({ Parts: z.object({ Search: z.string() }) });

/**
 * Waits until the server has finished what it does after its start: the indexes of all editions are loaded in the same process as that
 * of the measured one, for up to four minutes, and half a minute is enough for the rest.
 */
async function settled(server: BenchServer): Promise<void> {
  await server.ready;
  for (let second = 0; second < 240; second++) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${routes.health()}`);
    if (Health.parse(await answer.json()).Parts.Search === 'ok') break;
    await sleep(1000);
  }
  await server.usage();
  for (let second = 0; second < 30; second++) {
    await sleep(1000);
    if ((await server.usage()).cpuMs < 30) return;
  }
}

/** Reads the community of a database that a server has opened. */
export async function communityOf(dataDir: string, sites: readonly Site[], site: Site): Promise<Community> {
  const database = await findServer(join(dataDir, 'postgres'));
  if (!database) throw new Error(`The database of ${dataDir} is not running.`);
  const config = decideConfig({ DATA_DIR: dataDir });
  const { services, close } = await openServices({
    config,
    databaseUrl: database.url,
    sites,
    jobs: app.jobs,
  });
  try {
    return await readCommunity(makeCtx(services, site, visitor, 'bench'));
  } finally {
    await close();
    await database.stop();
  }
}
