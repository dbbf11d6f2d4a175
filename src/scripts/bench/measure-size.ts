import { trackList } from '#features/tracks/list/server/list.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { readParams } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import type { Closers } from '../run-command.ts';
import { ask, fetchPath, pathOf, type Target, type Timed, time } from './client.ts';
import { type Combination, isPersonal, sample } from './combinations.ts';
import { type CostReport, findCostly, listRequests } from './costly.ts';
import { openMeasured } from './measured.ts';
import { type Plan, plansOf } from './plans.ts';
import { timeReplays } from './replays.ts';
import type { Loading } from './serve-api.ts';
import { type TimedWrite, timeWrites } from './writes.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Words of one and two letters, which most names contain, none of them searched before. */
const shortWords: readonly string[] = sample(
  [...letters].flatMap((first) => [first, ...[...letters].map((second) => first + second)]),
  300,
);

/** Returns the longest time during which the server sent no other response while four clients search for short words. */
async function longestStop(target: Target, usage: () => Promise<{ longestStopMs: number }>): Promise<number> {
  const queue = [...shortWords];
  await usage();
  const client = async () => {
    for (let word = queue.pop(); word !== undefined; word = queue.pop())
      await fetchPath(target.port, `/api/tracks?count=40&name=${word}`);
  };
  await Promise.all([1, 2, 3, 4].map(client));
  return (await usage()).longestStopMs;
}

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
  readonly givenDir: string | undefined;
}

export interface SizeReport {
  readonly name: string;
  readonly loading: Loading;
  readonly timed: readonly Timed[];
  readonly writes: readonly TimedWrite[];
  readonly plans: ReadonlyMap<string, Plan>;
  /** addresses whose response differs from the plain statement's */
  readonly differing: readonly string[];
  readonly costs: CostReport;
  /** the longest time without a response while short words are searched */
  readonly stopMs: number;
}

/** Everything that is measured of a community of one size. */
export async function measureSize(
  sites: readonly Site[],
  task: SizeTask,
  closers: Closers,
): Promise<SizeReport> {
  const measured = await openMeasured(sites, task.scale, task.givenDir, closers);
  const { target, usage, services, plain, person } = measured;

  for (const one of sample(task.singles, 300)) await ask(target, one); // warm-up
  const { loading } = await usage();
  const timed = [await time('single filters', target, task.singles, 1, usage)];
  const { statements } = await usage();
  const four = sample(task.pairs, 1000);
  timed.push(await time('pairs of filters', target, task.pairs, 1, usage));
  timed.push(await time('1000 pairs, one client', target, four, 1, usage));
  timed.push(await time('1000 pairs, four clients', target, four, 4, usage));
  const plans = await plansOf(services.db, statements);
  const stopMs = await longestStop(target, usage);
  const requests = listRequests(task.scale, task.lists);
  const costs = await findCostly(target, requests, usage, services.db);
  const differing = await differences(plain, person, target, task.checked);
  const writes = task.writes > 0 ? await timeWrites(plain, target, task.writes) : [];
  if (task.writes > 0) writes.push(...(await timeReplays(plain, target, task.scale, task.writes)));
  await measured.stop();
  return { name: task.name, loading, timed, writes, plans, differing, costs, stopMs };
}

/** Without the index some statements take longer than a list may: these are not compared. */
function refusedAsTooSlow(error: unknown): null {
  if (error instanceof Problem && error.status === 503) return null;
  throw error;
}

/** Combinations that return other ids than the plain statement. */
async function differences(
  plain: Ctx,
  person: Viewer,
  target: Target,
  combinations: readonly Combination[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const combination of combinations) {
    const path = pathOf(combination, target.deep, 'TrackId');
    const found = await ask(target, combination, 'TrackId');
    const params = readParams(new URLSearchParams(path.slice(path.indexOf('?') + 1)));
    const ctx = isPersonal(combination) ? { ...plain, viewer: person } : plain;
    const page = await readPage(ctx, trackList, params).catch(refusedAsTooSlow);
    if (page && `{"More":${page.more},"Results":[${page.rows.join(',')}]}` !== found.body) wrong.push(path);
  }
  return wrong;
}
