import { guardWrite } from '#platform/http/action.ts';
import { receiveMultipart } from '#platform/http/multipart.ts';
import { badRequest, denied, Problem, signInFirst } from '#platform/http/problem.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { pictureLimits, removedBecause, tooManyBytes } from '../../pictures.ts';
import { mayUpload } from '../policy.ts';
import { safeFileName } from '../upload/receive.ts';
import { type ArrivedPicture, stagePicture } from './stage.ts';

/** POST /trackupload/screenshot: multipart with one file → StagedPicture. */
export const screenshotEndpoint: Endpoint = {
  async handle(ctx, request) {
    const verdict = mayUpload(ctx.viewer);
    if (!verdict.ok) throw ctx.viewer.accountId === null ? signInFirst() : denied(verdict.reason);
    const { fields, files } = await receiveMultipart<ArrivedPicture>(request, {
      files: 1,
      fileBytes: pictureLimits.fileBytes,
      async keep({ fileName, stream }) {
        const name = safeFileName(fileName);
        const blob = await ctx.files.putTemp(stream, { bytes: pictureLimits.fileBytes, what: name });
        return { fileName: name, blob };
      },
      discard: ({ blob }) => ctx.files.discard(blob),
    }).catch((error: unknown) => {
      throw error instanceof Problem && error.status === 413 && error.extra.file !== undefined
        ? new Problem(413, `${safeFileName(error.extra.file)}: ${removedBecause(tooManyBytes)}`, error.extra)
        : error;
    });
    try {
      await guardWrite(ctx, request, fields, 'upload-form');
      const [file] = files;
      if (!file) throw badRequest('ScreenshotFile: choose a picture.', 'ScreenshotFile');
      return json(await stagePicture(ctx, file.kept));
    } finally {
      for (const { kept } of files) await ctx.files.discard(kept.blob);
    }
  },
};
