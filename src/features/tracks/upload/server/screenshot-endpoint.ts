import { badRequest } from '#platform/http/problem.ts';
import { fileAction } from '#platform/uploads/file-action.ts';
import { receivePicture, stagePicture } from '../../pictures/server/stage.ts';
import { mayUpload } from '../../server/policy.ts';
import { oneFileForm } from './bounds.ts';

/** POST /trackupload/screenshot: multipart with one file → StagedPicture. */
export const screenshotEndpoint = fileAction({
  touches: 'edition',
  limits: oneFileForm,
  allow: ({ viewer }) => mayUpload(viewer),
  receive: receivePicture,
  form: null,
  async run(ctx, { files: [picture] }) {
    if (!picture) throw badRequest('ScreenshotFile: choose a picture.', 'ScreenshotFile');
    return stagePicture(ctx, picture);
  },
});
