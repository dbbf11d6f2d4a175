import type { Ctx, TxCtx } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { JobQueue } from '#platform/jobs/queue.ts';
import { post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import type { CheckInput } from './jobs.ts';
import type { Occasion } from './measure.ts';

/** What may have been earned by a write: by the viewer, and by the track that a part of the address names with its authors. */
interface EarningWrite {
  readonly occasion: Exclude<Occasion, 'night'>;
  /** the part of the address that names a track; without it only the viewer is checked */
  readonly trackPart?: string;
}

const byTrack = (trackPart: string, occasion: EarningWrite['occasion']): EarningWrite => ({
  trackPart,
  occasion,
});

/**
 * The writes after which a user may have earned something: a line for each route. What jobs do is checked by a callback (see
 * `checkAfterRelease`). Everything else is found by the nightly check.
 */
export const earningWrites: Readonly<Record<string, EarningWrite>> = {
  [post(routes.trackUpload)]: { occasion: 'tracks' },
  [post(routes.multiTrackUpload)]: { occasion: 'tracks' },
  [post(routes.trackRelease)]: byTrack('id', 'tracks'),
  [post(routes.trackEdit)]: byTrack('id', 'tracks'),
  [post(routes.trackAuthorAccept)]: byTrack('id', 'tracks'),
  [put(routes.mapAuthorization)]: byTrack('mapId', 'tracks'),
  [post(routes.postVideo)]: { occasion: 'videos' },
  [post(routes.commentUpdate)]: byTrack('trackId', 'comments'),
  [post(routes.threadCreate)]: { occasion: 'posts' },
  [post(routes.postReply)]: { occasion: 'posts' },
};

/** The same routes; those that may earn something are checked by a job within seconds of their commit, apart from the request. */
export function withAchievements(routes: RouteTable, writes = earningWrites): RouteTable {
  const checked = Object.entries(writes).map(([key, write]): [string, Endpoint] => {
    const endpoint = (routes as Readonly<Record<string, Endpoint>>)[key]; // widened for the lookup
    if (!endpoint) throw new Error(`There is no route "${key}" after which achievements could be checked.`);
    return [key, checkedAfter(endpoint, write)];
  });
  return { ...routes, ...Object.fromEntries(checked) };
}

/** Checks wait this long for those of other writes: one job checks them all. */
const togetherMs = 1000;

/** Checks that are not in a queue yet, by edition and occasion. */
const waiting = new WeakMap<JobQueue, Map<string, CheckInput>>();

/**
 * The response does not wait for the queue. A check that was not added, because the queue failed or the process ended, is repeated
 * by the nightly check.
 */
const checkedAfter = (endpoint: Endpoint, { trackPart, occasion }: EarningWrite): Endpoint => ({
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
