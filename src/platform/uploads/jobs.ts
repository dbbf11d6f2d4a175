import { z } from 'zod';
import { removeUnusedBlobs } from '#platform/files/unused-blobs.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { allEditions } from './staged-rows.ts';

/** Removes the files of staged rows that were removed, unless other rows reference them. The nightly sweep would only do so later. */
export const removeUnusedFiles: Job = defineJob({
  name: 'remove-unused-files',
  input: z.object({ hashes: z.array(z.string()) }),
  run: async (ctx, { hashes }) => void (await removeUnusedBlobs(allEditions(ctx), ctx.files, hashes)),
});
