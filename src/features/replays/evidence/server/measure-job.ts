import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { defineSiteJob, type Job } from '#platform/jobs/registry.ts';
import { measureFile, storedMeasurements } from './measure.ts';
import { type Run, runById, runsToCompare } from './runs.ts';

const jobName = 'measure-replays';

/** The runs of a sheet whose files are not measured yet. */
async function unmeasured(ctx: Ctx, runs: readonly Run[]): Promise<Run[]> {
  const stored = await storedMeasurements(
    ctx,
    runs.map(({ sha256 }) => sha256),
  );
  return runs.filter(({ sha256 }) => !stored.has(sha256));
}

export const queueMeasuring = (ctx: Ctx, replayId: number): Promise<void> =>
  ctx.jobs.add(jobName, { site: ctx.site.code, replayId });

/**
 * Measures the runs that the sheet of a replay compares it with: at most 40 files, one after the other, so that uploads always
 * have a reading thread. A second run finds nothing left to do.
 */
export const measureReplays: Job = defineSiteJob({
  name: jobName,
  input: z.object({ site: z.string(), replayId: z.number().int().positive() }),
  async run(ctx, { replayId }) {
    const { others, own } = await runsToCompare(ctx, await runById(ctx, replayId));
    for (const { sha256 } of await unmeasured(ctx, [...own, ...others])) await measureFile(ctx, sha256);
  },
});
