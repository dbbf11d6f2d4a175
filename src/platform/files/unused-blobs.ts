import { type Expression, type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { holdOffBackups } from '#platform/backup/lock.ts';
import type { BlobStore } from './blob-store.ts';
import { lockBlobs } from './store-blobs.ts';

/**
 * Removes those of these files that no row references, and returns their number. `db` spans all editions, which share files. Safe
 * while uploads run: see removeBlob.
 */
export async function removeUnusedBlobs(
  db: Kysely<Database>,
  files: Pick<BlobStore, 'remove'>,
  hashes: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const sha256 of await unnamed(db, hashes)) if (await removeBlob(db, files, sha256)) removed += 1;
  return removed;
}

const isNamed = (sha256: Expression<string>) => sql<boolean>`(
  exists (select from track_version where track_version.sha256 = ${sha256})
  or exists (select from track_version where track_version.thumbnail_sha256 = ${sha256})
  or exists (select from track_version where track_version.drawing_sha256 = ${sha256})
  or exists (select from track_version where track_version.drawing_hero_sha256 = ${sha256})
  or exists (select from track_version where track_version.drawing_tile_sha256 = ${sha256})
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
  or exists (select from mirror_file where mirror_file.stored_sha256 = ${sha256})
  or exists (select from dump_file where dump_file.sha256 = ${sha256})
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
 * added it again and no backup still has to copy it, the file. There is never a row without its file.
 */
async function removeBlob(
  db: Kysely<Database>,
  files: Pick<BlobStore, 'remove'>,
  sha256: string,
): Promise<boolean> {
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
    if (row || !(await holdOffBackups(tx))) return false;
    await files.remove(sha256);
    return true;
  });
}
