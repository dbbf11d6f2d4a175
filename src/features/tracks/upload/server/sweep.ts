import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { removeUnusedBlobs } from '#platform/files/unused-blobs.ts';
import { defineJob, type Job, type JobCtx } from '#platform/jobs/registry.ts';
import { removeStaged } from '../../pictures/server/sweep.ts';

/** How long an upload may wait to be published, and a file for a row that references it. */
const retentionMs = dayMs;
const batchSize = 1000;

/** Removes unused uploads and files. */
export const sweepUploads: Job = defineJob({
  name: 'sweep-uploads',
  input: z.object({}),
  cron: '23 4 * * *',
  run: async (ctx) => void (await sweep(ctx)),
});

/** Removes unpublished uploads, unused pictures, files without rows, and temporary files of dead processes. */
export async function sweep(ctx: JobCtx): Promise<{ uploads: number; blobs: number }> {
  const db = acrossSites(ctx.db, 'files are shared by all editions, and the sweep is for all of them');
  const before = new Date(ctx.clock.now().getTime() - retentionMs);
  await ctx.files.removeAbandoned(ctx.clock.now());
  const uploads = await removeUploads(db, before);
  await removeStaged(db, before);
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

async function removeUploads(db: Kysely<Database>, before: Date): Promise<number> {
  let removed = 0;
  for (let last = batchSize; last === batchSize; removed += last) last = await removeSome(db, before);
  return removed;
}

/**
 * Skips an upload that is just being published, which is locked. In batches, because each removal locks the account's count of staged
 * bytes until the end of its transaction, which new uploads of the account wait for.
 */
async function removeSome(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('upload')
    .where((eb) =>
      eb(
        eb.refTuple('site', 'upload_key'),
        'in',
        eb
          .selectFrom('upload')
          .where('track_id', 'is', null)
          .where('created_at', '<', before)
          .select(['site', 'upload_key'])
          .limit(batchSize)
          .forUpdate()
          .skipLocked()
          .$asTuple('site', 'upload_key'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
