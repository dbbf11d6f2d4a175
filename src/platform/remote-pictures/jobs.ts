import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { makeCtx } from '#platform/ctx.ts';
import { defineJob, defineSiteJob, type Job, type JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { fetchPicture } from './fetch.ts';
import { sweepPictures } from './sweep.ts';

/** Fetches a picture that has just been posted. The job is not retried: the row says when the picture is due again. */
const fetchNew: Job = defineSiteJob({
  name: 'fetch-remote-picture',
  input: z.object({ site: z.string(), pictureId: z.number() }),
  retries: 0,
  run: (ctx, { pictureId }) => fetchPicture(ctx, pictureId),
});

const fetchDue: Job = defineJob({
  name: 'fetch-due-pictures',
  input: z.object({}),
  cron: '*/10 * * * *',
  retries: 0,
  run: fetchDuePictures,
});

const sweep: Job = defineJob({
  name: 'sweep-remote-pictures',
  input: z.object({}),
  cron: '41 3 * * *',
  run: async (ctx) => {
    for (const site of ctx.sites) await sweepPictures(makeCtx(ctx, site, visitor, ctx.requestId));
  },
});

/** Fetches what is due, for a few minutes: the next run continues. */
async function fetchDuePictures(ctx: JobCtx): Promise<void> {
  const now = ctx.clock.now();
  const due = await acrossSites(ctx.db, 'the pictures of all editions are fetched by one job')
    .selectFrom('remote_picture')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(200)
    .select(['site', 'picture_id'])
    .execute();
  for (const { site: code, picture_id } of due) {
    if (ctx.clock.now().getTime() - now.getTime() > 4 * minuteMs) return;
    const site = ctx.sites.find((candidate) => candidate.code === code);
    if (site) await fetchPicture(makeCtx(ctx, site, visitor, ctx.requestId), picture_id);
  }
}

/** The jobs of pictures of other hosts. */
export const remotePictureJobs: readonly Job[] = [fetchNew, fetchDue, sweep];
