import { z } from 'zod';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes.ts';
import { answerOf } from '../life/acts.ts';
import { lockedTrack, trackIdOf } from '../repo.ts';
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

export const editEndpoints: RouteTable = { 'POST /trackedit/:id': edit };
