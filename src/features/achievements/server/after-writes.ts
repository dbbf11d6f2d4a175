import type { Contribution, Contributions } from '#lib/codes/contribution.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { JobQueue } from '#platform/jobs/queue.ts';
import type { CheckInput } from './jobs.ts';

/**
 * The same routes; after a contribution, a job checks the viewer, the track and its authors within seconds of the commit, apart from
 * the request. What jobs contribute is checked by a callback (see `checkAfterRelease`), everything else by the nightly check.
 */
export function withAchievements(routes: RouteTable, contributions: Contributions): RouteTable {
  return Object.fromEntries(
    Object.entries(routes).map(([key, endpoint]) => {
      const contribution = contributions[key];
      return [key, contribution ? checkedAfter(endpoint, contribution) : endpoint];
    }),
  );
}

/** Checks wait this long for those of other writes: one job checks them all. */
const togetherMs = 1000;

/** Checks that are not in a queue yet, by edition and occasion. */
const waiting = new WeakMap<JobQueue, Map<string, CheckInput>>();

/**
 * The response does not wait for the queue. A check that was not added, because the queue failed or the process ended, is repeated
 * by the nightly check.
 */
const checkedAfter = (endpoint: Endpoint, { trackPart, occasion }: Contribution): Endpoint => ({
  ...endpoint,
  async handle(ctx, request, params) {
    const reply = await endpoint.handle(ctx, request, params);
    if (reply.status >= 400 || ctx.viewer.userId === 0) return reply;
    const trackIds = trackPart === undefined ? [] : [Number(params[trackPart])];
    addSoon(ctx, {
      site: ctx.site.code,
      userIds: [ctx.viewer.userId],
      trackIds,
      withAuthors: true,
      occasion,
    });
    return reply;
  },
});

function addSoon({ jobs, log }: Ctx, check: CheckInput): void {
  let checks = waiting.get(jobs);
  if (!checks) {
    checks = new Map();
    waiting.set(jobs, checks);
    setTimeout(() => {
      addWaitingChecks(jobs).catch((err) => log.error({ err }, 'achievements were not checked'));
    }, togetherMs);
  }
  const key = `${check.site} ${check.occasion}`;
  const others = checks.get(key);
  checks.set(key, {
    ...check,
    userIds: [...new Set([...(others?.userIds ?? []), ...check.userIds])],
    trackIds: [...new Set([...(others?.trackIds ?? []), ...check.trackIds])],
  });
}

/** Adds the jobs for the checks that wait. */
export async function addWaitingChecks(jobs: JobQueue): Promise<void> {
  const checks = waiting.get(jobs);
  waiting.delete(jobs);
  for (const check of checks?.values() ?? []) await jobs.add('check-achievements', check);
}

/** After a replay was posted, deleted or restored: checks its driver and track within seconds of the commit, apart from the request. */
export async function checkAfterReplay(
  tx: TxCtx,
  { userId, trackId }: { readonly userId: number; readonly trackId: number },
): Promise<void> {
  const payload = { site: tx.site.code, userIds: [userId], trackIds: [trackId] };
  await tx.jobs.add('check-achievements', payload);
}

/** After a track was approved in a pack: checks the owner of the pack within seconds of the commit, apart from the request. */
export async function checkAfterApproval(
  tx: TxCtx,
  { ownerId }: { readonly ownerId: number },
): Promise<void> {
  const payload = { site: tx.site.code, userIds: [ownerId], trackIds: [], occasion: 'packs' };
  await tx.jobs.add('check-achievements', payload);
}

/** After a job released a track at its date: checks its authors and the track within seconds of the commit. */
export async function checkAfterRelease(
  tx: TxCtx,
  { trackId, authorIds }: { readonly trackId: number; readonly authorIds: readonly number[] },
): Promise<void> {
  const payload = { site: tx.site.code, userIds: [...authorIds], trackIds: [trackId], occasion: 'tracks' };
  await tx.jobs.add('check-achievements', payload);
}
