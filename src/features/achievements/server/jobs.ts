import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { defineJob, defineSiteJob, type Job } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { grantEarned } from './grant.ts';
import { recountHolders, syncCatalogue } from './recount.ts';

const batch = 100;

/** Checks every user and every track of an edition that may have earned something; returns how many achievements were granted. */
export async function grantToAll(ctx: Ctx): Promise<number> {
  await syncCatalogue(ctx);
  let granted = 0;
  for await (const userIds of batches((after) => usersAfter(ctx, after))) {
    granted += await grantEarned(ctx, { userIds, trackIds: [], occasion: 'night' });
  }
  for await (const trackIds of batches((after) => tracksAfter(ctx, after))) {
    granted += await grantEarned(ctx, { userIds: [], trackIds, occasion: 'night' });
  }
  await recountHolders(ctx);
  return granted;
}

async function* batches(next: (after: number) => Promise<number[]>): AsyncGenerator<number[]> {
  let ids = await next(0);
  while (ids.length > 0) {
    yield ids;
    ids = await next(ids.at(-1) ?? 0);
  }
}

async function usersAfter(ctx: Ctx, after: number): Promise<number[]> {
  const rows = await forSite(ctx, 'profile')
    .where('user_id', '>', after)
    .select('user_id')
    .orderBy('user_id')
    .limit(batch)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The lowest tiers of tracks require ten awards or ten drivers. */
async function tracksAfter(ctx: Ctx, after: number): Promise<number[]> {
  const rows = await forSite(ctx, 'track')
    .where('track_id', '>', after)
    .where((either) => either.or([either('awards', '>=', 10), either('replays', '>=', 10)]))
    .select('track_id')
    .orderBy('track_id')
    .limit(batch)
    .execute();
  return rows.map(({ track_id }) => track_id);
}

const nightly = defineJob({
  name: 'grant-achievements',
  input: z.object({}),
  cron: '40 3 * * *',
  async run(services) {
    for (const site of services.sites) await grantToAll(makeCtx(services, site, visitor, services.requestId));
  },
});

const checkInput = z.object({
  site: z.string(),
  userIds: z.array(z.number().int()),
  trackIds: z.array(z.number().int()),
  /** whether the accepted authors of the tracks are checked as well */
  withAuthors: z.boolean().optional(),
  occasion: z.enum(['replays', 'packs', 'tracks', 'comments', 'posts', 'videos']).default('replays'),
});
export type CheckInput = z.input<typeof checkInput>;

const check = defineSiteJob({
  name: 'check-achievements',
  inBatches: true,
  input: checkInput,
  async run(ctx, { userIds, trackIds, withAuthors = false, occasion }) {
    const authorIds = withAuthors && trackIds.length > 0 ? await authorsOf(ctx, trackIds) : [];
    await grantEarned(ctx, { userIds: [...new Set([...userIds, ...authorIds])], trackIds, occasion });
  },
});

async function authorsOf(ctx: Ctx, trackIds: readonly number[]): Promise<number[]> {
  const authors = await forSite(ctx, 'track_author')
    .where('track_id', 'in', trackIds)
    .where('is_pending', '=', false)
    .select('user_id')
    .execute();
  return authors.map(({ user_id }) => user_id);
}

export const achievementJobs: readonly Job[] = [nightly, check];
