import type { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { readForm } from '#platform/http/form-body.ts';
import { receiveMultipart } from '#platform/http/multipart.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { pictureLimits, removedBecause, tooManyBytes } from '../../pictures.ts';
import type { ArrivedFile } from './analyse.ts';

/** A track file may have this much (gbx-format §9). */
export const mostFileBytes = 1024 * 1024;
/** Up to here a file is read to its end, so that the others of its form are not lost; beyond, the form is refused. */
const mostPatienceBytes = pictureLimits.fileBytes;
const mostFiles = 200;
const pictureField = /\.ScreenshotFile$/i;

/** A file of a form: arrived, or too large to be taken. */
export type ReceivedFile = { readonly field: string } & (
  | { readonly ok: true; readonly file: ArrivedFile }
  | { readonly ok: false; readonly problem: Problem }
);

export interface ReceivedUpload {
  readonly fields: URLSearchParams;
  readonly files: readonly ReceivedFile[];
}

/** Takes in a form with files, or one without. Files go to disk as they arrive, and never more than the limit of each. */
export async function receiveUpload(ctx: Ctx, request: HttpRequest): Promise<ReceivedUpload> {
  if (!/^multipart\//i.test(request.headers['content-type'] ?? '')) {
    return { fields: await readForm(request), files: [] };
  }
  const { fields, files } = await receiveMultipart<ReceivedFile>(request, {
    files: mostFiles,
    fileBytes: mostPatienceBytes,
    keep: ({ field, fileName, stream }) => take(ctx, field, safeFileName(fileName), stream),
    discard: (received) => discardFile(ctx, received),
  });
  return { fields, files: files.map(({ kept }) => kept) };
}

/** Drops the files nobody asked for, or all of them when the form is refused. */
export async function discardFiles(ctx: Ctx, files: readonly ReceivedFile[]): Promise<void> {
  for (const received of files) await discardFile(ctx, received);
}

async function discardFile(ctx: Ctx, received: ReceivedFile): Promise<void> {
  if (received.ok) await ctx.files.discard(received.file.blob);
}

async function take(ctx: Ctx, field: string, fileName: string, stream: Readable): Promise<ReceivedFile> {
  const isPicture = pictureField.test(field);
  try {
    const bytes = isPicture ? pictureLimits.fileBytes : mostFileBytes;
    const blob = await ctx.files.putTemp(stream, { bytes, what: fileName });
    return { ok: true, field, file: { fileName, blob } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await drained(stream);
    const detail = isPicture ? `${fileName}: ${removedBecause(tooManyBytes)}` : error.message;
    const problem = new Problem(error.status, detail, { file: fileName, field });
    return { ok: false, field, problem };
  }
}

/** Lets the rest of a file pass, so that what follows it in the form can be read. */
function drained(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject).once('close', resolve);
    stream.resume();
  });
}

/** The last part of a path, without control characters, short enough for any sentence. */
export function safeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const safe = last
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return Array.from(safe).slice(0, 150).join('') || 'The file';
}
