import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { DrawnFile } from '#platform/pictures/tools.ts';
import type { TempBlob } from './blob-store.ts';
import { storeBlobs } from './store-blobs.ts';

/** A stored file of a picture, as a row refers to it. */
export interface DrawnRow {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

/**
 * Stores the files of a picture, then runs `write` in the transaction that stores their rows: first the files, safely on disk,
 * then the rows (see storeBlobs). `admit` may refuse before a file is stored. Nothing is left in the temporary folder.
 */
export async function storeDrawn<T>(
  ctx: Ctx,
  files: readonly DrawnFile[],
  write: (tx: TxCtx, rows: DrawnRow[]) => Promise<T>,
  admit: (tx: TxCtx) => Promise<void> = async () => {},
): Promise<T> {
  const kept: { blob: TempBlob; row: DrawnRow }[] = [];
  try {
    for (const { bytes, format, width, height } of files) {
      const blob = await ctx.files.putBytes(bytes);
      kept.push({ blob, row: { format, width, height, sha256: blob.sha256 } });
    }
    return await inTransaction(ctx, async (tx) => {
      await admit(tx);
      await storeBlobs(
        tx,
        kept.map(({ blob }) => blob),
      );
      return write(
        tx,
        kept.map(({ row }) => row),
      );
    });
  } finally {
    for (const { blob } of kept) await ctx.files.discard(blob);
  }
}
