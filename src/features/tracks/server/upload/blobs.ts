import type { Ctx, TxCtx } from '#platform/context.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { lockUntilCommit } from '#platform/lock.ts';

/**
 * Takes the locks under which files come and go, until the end of the transaction. Always in one order, so that two
 * uploads of the same files never wait for each other in a ring.
 */
export async function lockBlobs(tx: Pick<Ctx, 'db'>, hashes: readonly string[]): Promise<void> {
  for (const sha256 of [...new Set(hashes)].sort()) {
    await lockUntilCommit(tx, sha256);
  }
}

/**
 * Keeps files and writes their rows: first the bytes, safe on disk, then the row that names them. A crash in between
 * leaves a file without a row, which the sweep removes; a row without its file cannot come to be.
 */
export async function keepBlobs(tx: TxCtx, blobs: readonly TempBlob[]): Promise<void> {
  await lockBlobs(
    tx,
    blobs.map(({ sha256 }) => sha256),
  );
  for (const blob of blobs) {
    await tx.files.makePermanent(blob);
    await tx.db
      .insertInto('blob')
      .values({ sha256: blob.sha256, size_bytes: blob.sizeBytes, created_at: tx.clock.now() })
      // young again: the sweep must leave it alone until somebody names it
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ created_at: tx.clock.now() }))
      .execute();
  }
}
