import { type Expression, type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { lockBlobs } from '#platform/files/store-blobs.ts';
import { defineJob, type Job, type JobCtx } from '#platform/jobs/registry.ts';
import { removeStaged } from '../pictures/sweep.ts';

/** How long an upload may wait to be published, and a file for a row that references it. */
const retentionMs = dayMs;
const batchSize = 1000;

/** Removes unused uploads and files. Safe while uploads run: see removeBlob. */
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
    for (const sha256 of await unnamed(db, batch)) if (await removeBlob(db, ctx, sha256)) blobs += 1;
    batch = [];
  };
  for await (const { sha256, storedAt } of ctx.files.list()) {
    if (storedAt < before) batch.push(sha256);
    if (batch.length === batchSize) await removeBatch();
  }
  await removeBatch();
  return { uploads, blobs };
}

/** Skips an upload that is just being published, which is locked. */
async function removeUploads(db: Kysely<Database>, before: Date): Promise<number> {
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
          .forUpdate()
          .skipLocked()
          .$asTuple('site', 'upload_key'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

const isNamed = (sha256: Expression<string>) => sql<boolean>`(
  exists (select from track_version where track_version.sha256 = ${sha256})
  or exists (select from track_version where track_version.thumbnail_sha256 = ${sha256})
  or exists (select from track_version where track_version.drawing_sha256 = ${sha256})
  or exists (select from track_version where track_version.drawing_raster_sha256 = ${sha256})
  or exists (select from picture_file where picture_file.sha256 = ${sha256})
  or exists (select from track_image where track_image.sha256 = ${sha256})
  or exists (select from track_image where track_image.small_sha256 = ${sha256})
  or exists (select from upload where upload.sha256 = ${sha256})
  or exists (select from upload where upload.thumbnail_sha256 = ${sha256})
  or exists (select from replay where replay.sha256 = ${sha256})
  or exists (select from replay_upload where replay_upload.sha256 = ${sha256})
  or exists (select from pack where pack.image_sha256 = ${sha256})
  or exists (select from pack_picture where pack_picture.sha256 = ${sha256})
  or exists (select from remote_picture where remote_picture.sha256 = ${sha256})
  or exists (select from profile_picture where profile_picture.sha256 = ${sha256})
  or exists (select from video_picture where video_picture.sha256 = ${sha256})
  or exists (select from card where card.sha256 = ${sha256})
  or exists (select from account_export_file where account_export_file.sha256 = ${sha256}))`;

/** Those of these files that no row references. */
async function unnamed(db: Kysely<Database>, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from unnest(${hashes}::text[]) as file (sha256) where not ${isNamed(sql`file.sha256`)}`.execute(
    db,
  );
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Uses the lock that uploads take before they store a file: first the row is deleted and committed; then, only if no upload has
 * added it again, the file. There is never a row without its file.
 */
async function removeBlob(db: Kysely<Database>, ctx: JobCtx, sha256: string): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    await lockBlobs({ db: tx }, [sha256]);
    await tx
      .deleteFrom('blob')
      .where('sha256', '=', sha256)
      .where((eb) => eb.not(isNamed(eb.ref('blob.sha256'))))
      .execute();
  });
  return db.transaction().execute(async (tx) => {
    await lockBlobs({ db: tx }, [sha256]);
    const row = await tx.selectFrom('blob').where('sha256', '=', sha256).select('sha256').executeTakeFirst();
    if (!row) await ctx.files.remove(sha256);
    return !row;
  });
}
