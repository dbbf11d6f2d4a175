import { badRequest, denied, sentSignedOut } from '#platform/http/problem.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { withArrived } from '#platform/uploads/arrival.ts';
import { type ArrivedPicture, receivePicture, stagePicture } from '../../pictures/server/stage.ts';
import { mayUpload } from '../../server/policy.ts';
import { oneFileForm } from './bounds.ts';

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
        keep: (file) => receivePicture(ctx, file),
        discard: ({ blob }) => ctx.files.discard(blob),
      },
      async (_fields, [picture]) => {
        if (!picture) throw badRequest('ScreenshotFile: choose a picture.', 'ScreenshotFile');
        return json(await stagePicture(ctx, picture));
      },
    );
  },
};
