import type { Ctx, TxCtx } from '#platform/context.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import type { TempBlob } from './blob-store.ts';

/**
 * Locks these files until the end of the transaction. Always in the same order, so that two uploads of the same files do not
 * deadlock.
 */
export async function lockBlobs(tx: Pick<Ctx, 'db'>, hashes: readonly string[]): Promise<void> {
  for (const sha256 of [...new Set(hashes)].sort()) {
    await lockUntilCommit(tx, sha256);
  }
}

/**
 * Stores files and their rows: first the bytes, safely on disk, then the rows. A crash in between leaves a file without a row,
 * which the sweep removes; a row without its file cannot occur.
 */
export async function storeBlobs(tx: TxCtx, blobs: readonly TempBlob[]): Promise<void> {
  await lockBlobs(
    tx,
    blobs.map(({ sha256 }) => sha256),
  );
  for (const blob of blobs) {
    await tx.files.makePermanent(blob);
    await tx.db
      .insertInto('blob')
      .values({ sha256: blob.sha256, size_bytes: blob.sizeBytes, created_at: tx.clock.now() })
      // renews the row: the sweep must spare it until another row references it
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ created_at: tx.clock.now() }))
      .execute();
  }
}
