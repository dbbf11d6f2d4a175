import { z } from 'zod';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { isModerator } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/z.ts';
import { action } from '#platform/http/action.ts';
import { badRequest } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Viewer } from '#platform/viewer.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { visibleTrack } from '../../server/repo.ts';
import { settableTypes } from '../replay-type.ts';
import { changeReplayType } from './actions.ts';

const TypeForm = z.object({
  id: pathId,
  Type: z.coerce.number('must be the number of a type').int('must be the number of a type'),
  Reason: z.string('must be sent once, as text').default('').transform(cleanMessage),
});

const mayMark = (viewer: Viewer): Verdict =>
  isModerator(viewer) ? yes : no('Only moderators can change the leaderboard type.');

/** Sets on which leaderboard a track counts: Standard, Classic, Nadeo, Star or none. */
const setType = action({
  touches: 'edition',
  input: TypeForm,
  role: mayMark,
  subject: (tx, { id }) => visibleTrack(tx, id),
  allow: ({ viewer }, track) => {
    const role = mayMark(viewer);
    if (!role.ok) return role;
    return track.is_beta
      ? conflict('Beta tracks don’t count on any leaderboard until they’re released.')
      : yes;
  },
  async run(tx, track, { Type: type, Reason: reason }) {
    if (!settableTypes(tx.site).some(([number]) => number === type))
      throw badRequest('Type: must be a type of this edition.', 'Type');
    await changeReplayType(tx, track.track_id, type, reason);
    return { TrackId: track.track_id };
  },
  next: ({ TrackId }) => routes.trackShow(TrackId),
});

export const typeRoutes: RouteTable = { [post(routes.trackType)]: setType };
