import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { formFields, maxFormFields } from '#platform/http/form-body.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { fileAction } from '#platform/uploads/file-action.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import { patch, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import {
  maxPictures,
  type PictureRef,
  pictureLimits,
  picturesField,
  readPictures,
} from '../../pictures/pictures.ts';
import { receivePicture, stagePicture } from '../../pictures/server/stage.ts';
import { mayEdit } from '../../rights.ts';
import { lockedTrack, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { answerOf, trackDoor } from '../../server/track-actions.ts';
import { sentSettings } from '../../upload/server/programs.ts';
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

/**
 * The same form as multipart, as browsers without scripts send it: its pictures are placed after those that the track has. They are
 * redrawn before the transaction, and only for viewers who may edit the track.
 */
const editWithPictures = fileAction({
  touches: 'edition',
  api: [
    {
      ...trackDoor,
      at: patch(routes.apiTrack),
      about: 'Edits one of your tracks. Settings that are not sent stay unchanged.',
      input: z.strictObject(sentSettings),
      example: { TrackName: 'Loop', AuthorComments: 'Now with an easier landing.' },
    },
  ],
  plain: edit,
  // as many pictures as a track may have
  limits: {
    ...formBounds,
    files: maxPictures(true),
    fileBytes: pictureLimits.fileBytes,
    fields: maxFormFields,
  },
  subject: (ctx, { params }) => visibleTrack(ctx, trackIdOf(params.id)),
  allow: (_, { subject }) => mayEdit(subject.relation),
  receive: receivePicture,
  form: ({ request }) => request.path,
  async run(ctx, { subject, params, fields, files, request }) {
    const form = await withPictures(ctx, subject.track_id, fields, files);
    return edit.perform(ctx, edited.parse({ ...formFields(form), ...params }), request);
  },
  next: (_, { subject }) => routes.trackEdit(subject.track_id, 'saved'),
});

/** The form with the numbers of its pictures instead of their files. */
async function withPictures(
  ctx: Ctx,
  trackId: number,
  fields: URLSearchParams,
  pictures: readonly ReceivedFile[],
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

export const editRoutes: RouteTable = { [post(routes.trackEdit)]: editWithPictures };
