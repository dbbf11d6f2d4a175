import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { TempBlob } from './blob-store.ts';
import { keepBlobs } from './keep-blobs.ts';
import type { DrawnFile } from './picture.ts';

/** A drawn file that has its place in the store, as a row names it. */
export interface DrawnRow {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

/**
 * Stores the files of a picture, then runs `write` in a transaction in which they are kept: first the files, safely on disk,
 * then the rows (see keepBlobs). Nothing is left in the temporary folder.
 */
export async function keepDrawn<T>(
  ctx: Ctx,
  files: readonly DrawnFile[],
  write: (tx: TxCtx, rows: DrawnRow[]) => Promise<T>,
): Promise<T> {
  const kept: { blob: TempBlob; row: DrawnRow }[] = [];
  try {
    for (const { bytes, format, width, height } of files) {
      const blob = await ctx.files.putBytes(bytes);
      kept.push({ blob, row: { format, width, height, sha256: blob.sha256 } });
    }
    return await inTransaction(ctx, async (tx) => {
      await keepBlobs(
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
