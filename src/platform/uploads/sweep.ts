import { z } from 'zod';
import { daysBefore } from '#lib/codes/durations.ts';
import { removeUnusedBlobs } from '#platform/files/unused-blobs.ts';
import { defineJob, type Job, type JobCtx } from '#platform/jobs/registry.ts';
import { allEditions, removeOld, removeUnusedFiles, sweepAt } from './staged-rows.ts';

/** How long a staged file may wait for its row, and a file for a row that references it. */
const retentionDays = 1;
const batchSize = 1000;

/** Removes old staged rows and files without rows every night. */
const sweepUploads: Job = defineJob({
  name: 'sweep-uploads',
  input: z.object({}),
  cron: `${sweepAt.minute} ${sweepAt.hour} * * *`,
  run: async (ctx) => void (await sweep(ctx)),
});

/** Removes uploads of replays, posted or not: nothing but a retry needs them. Their files are removed by the sweep of files. */
export const sweepReplayUploads: Job = defineJob({
  name: 'sweep-replay-uploads',
  input: z.object({}),
  cron: '11 4 * * *',
  run: async (ctx) => {
    await removeOld(allEditions(ctx), 'replay_upload', daysBefore(ctx.clock.now(), retentionDays), 'all');
  },
});

/** The jobs that remove files and rows of uploads. */
export const uploadJobs: readonly Job[] = [sweepUploads, sweepReplayUploads, removeUnusedFiles];

/** Removes unpublished uploads, unused pictures, files without rows, and temporary files of dead processes. */
export async function sweep(ctx: JobCtx): Promise<{ uploads: number; blobs: number }> {
  const db = allEditions(ctx);
  const before = daysBefore(ctx.clock.now(), retentionDays);
  await ctx.files.removeAbandoned(ctx.clock.now());
  const uploads = await removeOld(db, 'upload', before, 'staged');
  await removeOld(db, 'picture', before, 'staged');
  let blobs = 0;
  let batch: string[] = [];
  const removeBatch = async () => {
    blobs += await removeUnusedBlobs(db, ctx.files, batch);
    batch = [];
  };
  for await (const { sha256, storedAt } of ctx.files.list()) {
    if (storedAt < before) batch.push(sha256);
    if (batch.length === batchSize) await removeBatch();
  }
  await removeBatch();
  return { uploads, blobs };
}
