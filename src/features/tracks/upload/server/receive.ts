import type { Readable } from 'node:stream';
import { challengeKindRefusal } from '#lib/gbx/read/challenge.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { withArrived } from '#platform/uploads/arrival.ts';
import { safeFileName } from '#platform/uploads/file-name.ts';
import type { ArrivedFile } from '../../file/server/analyse.ts';
import { pictureLimits, removedBecause, tooManyBytes } from '../../pictures/pictures.ts';
import { oneFileForm, tracksForm, uploadBounds } from './bounds.ts';

const pictureField = /\.ScreenshotFile$/i;

/** A file of a form: received, or refused, which affects its entry only. */
export type ReceivedFile = { readonly field: string } & (
  | { readonly ok: true; readonly file: ArrivedFile }
  | { readonly ok: false; readonly problem: Problem }
);

export interface ReceivedUpload {
  readonly fields: URLSearchParams;
  readonly files: readonly ReceivedFile[];
}

interface Form {
  readonly brings: 'one track' | 'tracks';
  /** the page with the form */
  readonly page: string;
}

/** Receives a form with track files, or one without files; see withArrived. */
export const withUpload = (
  ctx: Ctx,
  request: HttpRequest,
  { brings, page }: Form,
  run: (received: ReceivedUpload) => Promise<Reply>,
): Promise<Reply> =>
  withArrived<ReceivedFile>(
    ctx,
    request,
    {
      limits: brings === 'tracks' ? tracksForm : oneFileForm,
      page,
      keep: ({ field, fileName, stream }) => take(ctx, field, safeFileName(fileName), stream),
      discard: async (received) => {
        if (received.ok) await ctx.files.discard(received.file.blob);
      },
    },
    (fields, files) => run({ fields, files }),
  );

export async function take(
  ctx: Ctx,
  field: string,
  fileName: string,
  stream: Readable,
): Promise<ReceivedFile> {
  const isPicture = pictureField.test(field);
  try {
    const limit = isPicture
      ? { bytes: pictureLimits.fileBytes, what: fileName }
      : { bytes: uploadBounds.trackFileBytes, what: fileName, reasonFor: notATrack(fileName) };
    const blob = await ctx.files.putTemp(stream, limit);
    return { ok: true, field, file: { fileName, blob } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isLarge = isPicture && error.status === 413;
    const detail = isLarge ? `${fileName}: ${removedBecause(tooManyBytes)}` : error.message;
    const problem = new Problem(error.status, detail, { ...error.extra, file: fileName, field });
    return { ok: false, field, problem };
  }
}

/** Maps of newer games are often too large: the message should name the game, not the size. */
const notATrack = (fileName: string) => (head: Buffer) => {
  const refusal = challengeKindRefusal(head);
  return refusal && new Problem(422, `${fileName}: ${refusal.message}`);
};
