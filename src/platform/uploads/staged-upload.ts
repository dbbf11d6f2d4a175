import { randomBytes } from 'node:crypto';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ReceivedFile } from './received-file.ts';
import { staging } from './staged.ts';

/** The columns that every table of staged uploads has. */
interface UploadRow {
  readonly site: string;
  readonly upload_key: string;
  readonly user_id: number;
  readonly sha256: string;
  readonly file_name: string;
  readonly file_size: number;
  readonly created_at: Date;
  readonly stored_bytes: number;
}

/**
 * Stages a file, with others that belong to it, for a day: first the files, then the row that `insert` completes; see storeBlobs.
 * Returns its key, by which only the viewer can publish it.
 */
export async function stageUpload(
  ctx: Ctx,
  { fileName, blob }: ReceivedFile,
  others: readonly TempBlob[],
  insert: (tx: TxCtx, row: UploadRow) => Promise<unknown>,
): Promise<string> {
  const key = randomBytes(18).toString('base64url');
  const blobs = [blob, ...others];
  const bytes = blobs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await staging(ctx, bytes, async (tx) => {
    await storeBlobs(tx, blobs);
    await insert(tx, {
      site: ctx.site.code,
      upload_key: key,
      user_id: ctx.viewer.userId,
      sha256: blob.sha256,
      file_name: fileName,
      file_size: blob.sizeBytes,
      created_at: ctx.clock.now(),
      stored_bytes: bytes,
    });
  });
  return key;
}

/** The row of a key; throws a Problem 404 if it was removed, upon which browsers send the file again. */
export function availableUpload<Row>(row: Row | undefined, noun: string): Row {
  if (row !== undefined) return row;
  throw new Problem(404, `This ${noun} is no longer available: choose the file again.`, {
    field: 'UploadKey',
  });
}
