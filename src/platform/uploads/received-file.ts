import type { Ctx } from '#platform/context.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import type { SentFile } from '#platform/http/multipart.ts';
import { Problem } from '#platform/http/problem.ts';
import { safeFileName } from './file-name.ts';

/** A file of a form, in the temporary folder until it is stored or discarded. */
export interface ReceivedFile {
  /** the sender's name, made safe to show and store */
  readonly fileName: string;
  readonly blob: TempBlob;
}

/** Receives a file of a form. One with more bytes is refused with the Problem of `tooLarge`. */
export async function receiveFile(
  ctx: Pick<Ctx, 'files'>,
  { fileName: sentName, stream }: SentFile,
  { bytes, tooLarge }: { readonly bytes: number; tooLarge(fileName: string): Problem },
): Promise<ReceivedFile> {
  const fileName = safeFileName(sentName);
  try {
    return { fileName, blob: await ctx.files.putTemp(stream, { bytes, what: fileName }) };
  } catch (error) {
    throw error instanceof Problem && error.status === 413 ? tooLarge(fileName) : error;
  }
}
