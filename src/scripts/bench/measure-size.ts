import { trackList } from '#features/tracks/server/list.ts';
import { signIn } from '#platform/auth/session.ts';
import { decideConfig } from '#platform/config.ts';
import type { Ctx } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { readParams } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { openServices } from '#platform/services.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import type { Closers } from '../run-command.ts';
import { type Asked, ask, fetchPath, pathOf, type Timed, time } from './asking.ts';
import { type Combination, isPersonal, sample } from './combinations.ts';
import { type Costly, findCostly, longestStop } from './costly.ts';
import { largest as site } from './data/big.ts';
import { type Plan, plansOf } from './plans.ts';
import { startProcess } from './process.ts';
import type { Loading } from './serve-api.ts';
import type { SeenStatement } from './statements-seen.ts';
import { openWorld } from './world.ts';
import { type TimedWrite, timeWrites } from './writes.ts';

export interface SizeTask {
  readonly name: string;
  readonly scale: number;
  readonly singles: readonly Combination[];
  readonly pairs: readonly Combination[];
  /** combinations whose ids are compared with the plain statement's */
  readonly checked: readonly Combination[];
  readonly writes: number;
  /** number of requests for each list */
  readonly lists: number;
  readonly kept: string | undefined;
}

export interface SizeReport {
  readonly name: string;
  readonly loading: Loading;
  readonly timed: readonly Timed[];
  readonly writes: readonly TimedWrite[];
  readonly plans: ReadonlyMap<string, Plan>;
  /** addresses whose response differs from the plain statement's */
  readonly differing: readonly string[];
  readonly costly: readonly Costly[];
  /** the longest time without a response while short words are searched */
  readonly stopMs: number;
}

interface Usage {
  loading: Loading;
  cpuMs: number;
  longestStopMs: number;
  statements: SeenStatement[];
}

/** Measures everything for a community of one size. */
export async function measureSize(
  sites: readonly Site[],
  task: SizeTask,
  closers: Closers,
): Promise<SizeReport> {
  const { url, dataDir } = await openWorld(sites, task.scale, task.kept, closers);
  const server = await startProcess('./serve-api.ts', [url, site], {
    DATA_DIR: dataDir,
    NODE_OPTIONS: '--expose-gc',
  });
  closers.add(server.stop);
  const { services, close } = await openServices({
    config: decideConfig({ DATA_DIR: dataDir }),
    databaseUrl: url,
    sites,
    jobs: [],
  });
  closers.add(close);
  const edition = sites.find(({ code }) => code === site);
  if (!edition) throw new Error(`There is no edition "${site}".`);
  const plain = makeCtx(services, edition, visitor, 'bench');
  const person = await busiest(plain);
  const { setCookie } = await signIn(plain, { cookies: {}, secure: false }, person.accountId ?? 0);
  const asked: Asked = {
    port: server.port,
    cookie: setCookie.split(';')[0] ?? '',
    deep: Math.round(604_000 * task.scale * 0.6),
  };
  const usage = async (): Promise<Usage> => JSON.parse((await fetchPath(server.port, '/bench')).body);

  for (const one of sample(task.singles, 300)) await ask(asked, one); // warm-up
  const { loading } = await usage();
  const timed = [await time('single filters', asked, task.singles, 1, usage)];
  const { statements } = await usage();
  const four = sample(task.pairs, 1000);
  timed.push(await time('pairs of filters', asked, task.pairs, 1, usage));
  timed.push(await time('1000 pairs, one client', asked, four, 1, usage));
  timed.push(await time('1000 pairs, four clients', asked, four, 4, usage));
  const plans = await plansOf(services.db, statements);
  const stopMs = await longestStop(asked, usage);
  const costly = await findCostly(asked, task.scale, task.lists, usage);
  const differing = await unlike(plain, person, asked, task.checked);
  const writes = task.writes > 0 ? await timeWrites(plain, asked, task.writes) : [];
  await server.stop();
  return { name: task.name, loading, timed, writes, plans, differing, costly, stopMs };
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

/** Combinations that return other ids than the plain statement. */
async function unlike(
  plain: Ctx,
  person: Viewer,
  asked: Asked,
  combinations: readonly Combination[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const combination of combinations) {
    const path = pathOf(combination, asked.deep, 'TrackId');
    const found = await ask(asked, combination, 'TrackId');
    const params = readParams(new URLSearchParams(path.slice(path.indexOf('?') + 1)));
    const ctx = isPersonal(combination) ? { ...plain, viewer: person } : plain;
    const page = await readPage(ctx, trackList, params);
    if (`{"More":${page.more},"Results":[${page.rows.join(',')}]}` !== found.body) wrong.push(path);
  }
  return wrong;
}
