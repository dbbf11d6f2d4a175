import { badRequest, denied, Problem, sentSignedOut } from '#platform/http/problem.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { withArrived } from '#platform/uploads/arrival.ts';
import { safeFileName } from '#platform/uploads/file-name.ts';
import { pictureLimits, removedBecause, tooManyBytes } from '../../pictures.ts';
import { mayUpload } from '../policy.ts';
import { oneFileForm } from '../upload/bounds.ts';
import { type ArrivedPicture, stagePicture } from './stage.ts';

/** POST /trackupload/screenshot: multipart with one file → StagedPicture. */
export const screenshotEndpoint: Endpoint = {
  async handle(ctx, request) {
    const verdict = mayUpload(ctx.viewer);
    if (!verdict.ok) throw ctx.viewer.accountId === null ? sentSignedOut() : denied(verdict.reason);
    return withArrived<ArrivedPicture>(
      ctx,
      request,
      {
        limits: oneFileForm,
        page: null,
        async keep({ field, fileName, stream }) {
          const name = safeFileName(fileName);
          const limit = { bytes: pictureLimits.fileBytes, what: name };
          return { fileName: name, blob: await ctx.files.putTemp(stream, limit).catch(refused(field, name)) };
        },
        discard: ({ blob }) => ctx.files.discard(blob),
      },
      async (_fields, [picture]) => {
        if (!picture) throw badRequest('ScreenshotFile: choose a picture.', 'ScreenshotFile');
        return json(await stagePicture(ctx, picture));
      },
    );
  },
};

/** Uses the page's message for a picture that is too large; other failures stay unchanged. */
const refused = (field: string, file: string) => (error: unknown) => {
  if (!(error instanceof Problem) || error.status !== 413) throw error;
  throw new Problem(413, `${file}: ${removedBecause(tooManyBytes)}`, { file, field });
};
