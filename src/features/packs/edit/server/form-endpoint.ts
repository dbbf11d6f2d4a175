import { pictureLimits } from '#features/tracks/pictures/pictures.ts';
import type { Ctx } from '#platform/context.ts';
import { storeDrawn } from '#platform/files/store-drawn.ts';
import { acceptsJson } from '#platform/http/action.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { withArrived } from '#platform/uploads/arrival.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { type ArrivedPicture, drawPicture, receivePicture } from './picture.ts';
import type { PictureChange } from './save.ts';

const mebibyte = 1024 * 1024;

/** A form with one picture. */
const packForm = {
  fieldBytes: formBounds.fieldBytes,
  textBytes: formBounds.fieldBytes * 2,
  files: 1,
  fileBytes: pictureLimits.fileBytes,
  fields: 100,
  // more than the limit of its file, so that a file that is slightly too large gets its own message
  formBytes: 48 * mebibyte,
};

interface Saved {
  readonly PackId: number;
  /** the page to open next */
  readonly Next: string;
}

/**
 * Receives the form of a pack, with a picture or without: multipart from the page, or fields only. `save` runs in the transaction
 * that stores the picture. `page`: shows a refused form again.
 */
export const receivePackForm = (
  ctx: Ctx,
  request: HttpRequest,
  page: string,
  save: (ctx: Ctx, form: URLSearchParams, picture: PictureChange) => Promise<Saved>,
): Promise<Reply> =>
  withArrived<ArrivedPicture>(
    ctx,
    request,
    {
      limits: packForm,
      page,
      keep: (file) => receivePicture(ctx, file),
      discard: ({ blob }) => ctx.files.discard(blob),
    },
    async (form, [arrived]) => {
      const removes = /^(true|1|on|yes)$/i.test(form.get('RemovePicture') ?? '');
      const saved = arrived
        ? await storeDrawn(ctx, await drawPicture(ctx, arrived), (tx, files) => save(tx, form, files))
        : await save(ctx, form, removes ? null : undefined);
      return acceptsJson(request) ? json(saved) : seeOther(saved.Next);
    },
  );
