import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { acceptsJson, action } from '#platform/http/action.ts';
import { formFields, maxFormFields } from '#platform/http/form-body.ts';
import { assertAllowed, sentSignedOut } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { withArrived } from '#platform/uploads/arrival.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import {
  maxPictures,
  type PictureRef,
  pictureLimits,
  picturesField,
  readPictures,
} from '../../pictures/pictures.ts';
import { type ArrivedPicture, receivePicture, stagePicture } from '../../pictures/server/stage.ts';
import { mayEdit } from '../../rights.ts';
import { answerOf } from '../../server/action-parts.ts';
import { lockedTrack, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { editOf, maySave, saveEdit } from './save.ts';

/** The form as sent, and the id in the address. */
const edited = z.looseObject({ id: z.string() }).transform(({ id, ...fields }) => ({
  id: trackIdOf(id),
  form: new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  ),
}));

/** POST /trackedit/:id: the fields of an upload entry without prefix; missing ones stay unchanged. */
const edit = action({
  touches: 'edition',
  input: edited,
  subject: async (tx, { id, form }) => editOf(tx, await lockedTrack(tx, id), form),
  allow: (_, edit) => maySave(edit),
  async run(tx, edit, { form }) {
    const { TrackName } = await saveEdit(tx, edit, form.get('Reason') ?? '');
    return answerOf({ ...edit.track, name: TrackName });
  },
  next: (_, { id }) => routes.trackEdit(id, 'saved'),
  form: (_, request) => request.path,
});

/** A form with as many pictures as a track may have. */
const formWithPictures = {
  ...formBounds,
  files: maxPictures(true),
  fileBytes: pictureLimits.fileBytes,
  fields: maxFormFields,
};

/**
 * The same form as multipart, as browsers without scripts send it: its pictures are placed after those that the track has. They are
 * redrawn before the transaction, and only for viewers who may edit the track.
 */
const editWithPictures: Endpoint = {
  write: edit.write,
  async handle(ctx, request, params) {
    if (!/^multipart\//i.test(request.headers['content-type'] ?? ''))
      return edit.handle(ctx, request, params);
    const { relation } = await visibleTrack(ctx, trackIdOf(params.id));
    const verdict = mayEdit(relation);
    if (!verdict.ok && ctx.viewer.accountId === null) throw sentSignedOut();
    assertAllowed(verdict);
    const reception = {
      limits: formWithPictures,
      page: request.path,
      keep: (file: Parameters<typeof receivePicture>[1]) => receivePicture(ctx, file),
      discard: ({ blob }: ArrivedPicture) => ctx.files.discard(blob),
    };
    return withArrived<ArrivedPicture>(ctx, request, reception, async (fields, pictures) => {
      const form = await withPictures(ctx, trackIdOf(params.id), fields, pictures);
      const saved = await edit.perform(ctx, edited.parse({ ...formFields(form), ...params }), request);
      return acceptsJson(request) ? json(saved) : seeOther(routes.trackEdit(trackIdOf(params.id), 'saved'));
    });
  },
};

/** The form with the numbers of its pictures instead of their files. */
async function withPictures(
  ctx: Ctx,
  trackId: number,
  fields: URLSearchParams,
  pictures: readonly ArrivedPicture[],
): Promise<URLSearchParams> {
  const form = new URLSearchParams(fields);
  if (pictures.length === 0) return form;
  const refs: PictureRef[] = readPictures(fields) ?? (await storedPictures(ctx, trackId));
  for (const picture of pictures) refs.push({ reference: (await stagePicture(ctx, picture)).Reference });
  for (const name of [...form.keys()]) if (name.startsWith(picturesField)) form.delete(name);
  for (const [index, ref] of refs.entries()) {
    if ('reference' in ref) form.append(`${picturesField}[${index}].Reference`, ref.reference);
    else form.append(`${picturesField}[${index}].ExistingImageIndex`, String(ref.existing));
  }
  return form;
}

async function storedPictures(ctx: Ctx, trackId: number): Promise<PictureRef[]> {
  const rows = await forSite(ctx, 'track_image')
    .where('track_id', '=', trackId)
    .orderBy('position')
    .select('position')
    .execute();
  return rows.map(({ position }) => ({ existing: position }));
}

export const editEndpoints: RouteTable = { [post(routes.trackEdit)]: editWithPictures };
