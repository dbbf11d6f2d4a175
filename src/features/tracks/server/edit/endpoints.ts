import { z } from 'zod';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes.ts';
import { mayEdit } from '../../rights.ts';
import { answerOf } from '../life/acts.ts';
import { heldTrack, trackIdOf, visibleTrack } from '../repo.ts';
import { saveEdit } from './save.ts';

/** The form as sent, and the id in the address. */
const edited = z.looseObject({ id: z.string() }).transform(({ id, ...fields }) => ({
  id: trackIdOf(id),
  form: new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  ),
}));

/** POST /trackedit/:id: the fields of an upload entry without prefix; missing ones stay unchanged. */
const edit = action({
  input: edited,
  allow: async (ctx, { id }) => mayEdit((await visibleTrack(ctx, id)).relation),
  async run(tx, { id, form }) {
    const track = await heldTrack(tx, id, ({ relation }) => mayEdit(relation));
    await saveEdit(tx, track, form);
    return answerOf(track);
  },
  next: (_, { id }) => routes.trackEdit(id, 'saved'),
  form: (_, request) => request.path,
});

export const editEndpoints: RouteTable = { 'POST /trackedit/:id': edit };
