import { z } from 'zod';
import { makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { storeFigures } from './count.ts';

/** Counts what moderators did in the months that are over. */
const countFigures = defineJob({
  name: 'count-moderation-figures',
  input: z.object({}),
  cron: '23 0 * * *',
  async run(services) {
    for (const site of services.sites)
      await storeFigures(makeCtx(services, site, visitor, services.requestId));
  },
});

export const moderationJobs: readonly Job[] = [countFigures];
