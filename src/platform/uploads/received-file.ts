import { withoutInvisible } from '#lib/game-text/invisible.ts';
import type { Ctx } from '#platform/context.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import type { SentFile } from '#platform/http/multipart.ts';
import { Problem } from '#platform/http/problem.ts';

/** A file of a form, in the temporary folder until it is stored or discarded. */
export interface ReceivedFile {
  /** the sender's name, made safe to show and store */
  readonly fileName: string;
  readonly blob: TempBlob;
}

/** A file of an entry: received, or refused, which affects its entry only. */
export type EntryFile = { readonly field: string } & (
  | ReceivedFile
  | { readonly blob: null; readonly problem: Problem }
);

interface FileLimit {
  readonly bytes: number;
  /** a better reason to refuse a larger file, from its first 4 KiB; null: the message names its size */
  tooLarge?(fileName: string, head: Buffer): Problem | null;
}

/** Receives a file of a form. A larger one throws a Problem 413, or that of `tooLarge`. */
export async function receiveFile(
  ctx: Pick<Ctx, 'files'>,
  { fileName: sentName, stream }: SentFile,
  { bytes, tooLarge }: FileLimit,
): Promise<ReceivedFile> {
  const fileName = safeFileName(sentName);
  const reasonFor = (head: Buffer) => tooLarge?.(fileName, head) ?? null;
  return { fileName, blob: await ctx.files.putTemp(stream, { bytes, what: fileName, reasonFor }) };
}

/** Receives a file of a form with entries; a refusal is that of its entry. */
export async function receiveEntryFile(
  ctx: Pick<Ctx, 'files'>,
  sent: SentFile,
  limit: FileLimit,
): Promise<EntryFile> {
  const { field } = sent;
  try {
    return { field, ...(await receiveFile(ctx, sent, limit)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, message, extra } = error;
    const file = safeFileName(sent.fileName);
    return { field, blob: null, problem: new Problem(status, message, { ...extra, file, field }) };
  }
}

/** The last part of a path, without control and invisible characters, shortened for messages. */
export function safeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const safe = withoutInvisible(last.toWellFormed())
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return Array.from(safe).slice(0, 150).join('') || 'The file';
}
