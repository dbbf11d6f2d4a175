import { app } from '#app.ts';
import { signIn } from '#platform/auth/session.ts';
import { decideConfig } from '#platform/config.ts';
import type { Ctx, Services } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { openServices } from '#platform/services.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import type { Closers } from '../run-command.ts';
import { fetchPath, type Target } from './client.ts';
import { largest as site } from './data/big.ts';
import { startProcess } from './process.ts';
import type { Loading } from './serve-api.ts';
import type { SeenStatement } from './statements-seen.ts';
import { openWorld } from './world.ts';

/** What the server has used since the last call. */
interface Usage {
  readonly loading: Loading;
  readonly cpuMs: number;
  readonly longestStopMs: number;
  readonly statements: readonly SeenStatement[];
}

/** A running server with a community, and access to its database. */
export interface Measured {
  readonly target: Target;
  readonly usage: () => Promise<Usage>;
  readonly services: Services;
  /** a visitor's context in this process */
  readonly plain: Ctx;
  readonly person: Viewer;
  stop(): Promise<void>;
}

/** Starts a server for the community of this size, with or without its pages, and signs in user 1, the most active. */
export async function openMeasured(
  sites: readonly Site[],
  scale: number,
  givenDir: string | undefined,
  closers: Closers,
  doors: 'routes' | 'pages' = 'routes',
): Promise<Measured> {
  const { url, dataDir, services, plain } = await openWorldCtx(sites, scale, givenDir, closers);
  const server = await startProcess('./serve-api.ts', [url, site, doors], {
    DATA_DIR: dataDir,
    NODE_OPTIONS: '--expose-gc',
  });
  closers.add(server.stop);
  const person = await busiest(plain);
  const { setCookie } = await signIn(plain, { cookies: {}, secure: false }, person.accountId ?? 0);
  return {
    target: {
      port: server.port,
      cookie: setCookie.split(';')[0] ?? '',
      deep: Math.round(604_000 * scale * 0.6),
    },
    usage: async () => JSON.parse((await fetchPath(server.port, '/bench')).body),
    services,
    plain,
    person,
    stop: server.stop,
  };
}

/** The community of this size, and a visitor's context in this process, which has no index. */
export async function openWorldCtx(
  sites: readonly Site[],
  scale: number,
  givenDir: string | undefined,
  closers: Closers,
): Promise<{
  readonly plain: Ctx;
  readonly services: Services;
  readonly url: string;
  readonly dataDir: string;
}> {
  const { url, dataDir } = await openWorld(sites, scale, givenDir, closers);
  const config = decideConfig({ DATA_DIR: dataDir });
  const { services, close } = await openServices({ config, databaseUrl: url, sites, jobs: app.jobs });
  closers.add(close);
  const edition = sites.find(({ code }) => code === site);
  if (!edition) throw new Error(`There is no edition "${site}".`);
  return { plain: makeCtx(services, edition, visitor, 'bench'), services, url, dataDir };
}

async function busiest({ db, site: { code } }: Ctx): Promise<Viewer> {
  const { account_id, user_id, name } = await db
    .selectFrom('profile')
    .where('site', '=', code)
    .where('user_id', '=', 1)
    .select(['account_id', 'user_id', 'name'])
    .executeTakeFirstOrThrow();
  return { ...visitor, accountId: account_id, userId: user_id, name, level: 1 };
}
