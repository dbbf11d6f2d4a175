import { z } from 'zod';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { isModerator } from '#lib/codes/level.ts';
import { no, yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/path-id.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Viewer } from '#platform/viewer.ts';
import { routes } from '#routes.ts';
import { longestFeatureComment } from '../../feature.ts';
import { featureTrack, unfeatureTrack } from './actions.ts';

const mayFeature = ({ viewer }: { viewer: Viewer }) =>
  isModerator(viewer) ? yes : no('Tracks are featured by moderators.');

const FeatureForm = z.object({
  id: pathId,
  Comment: z
    .string('must be sent once, as text')
    .transform(cleanMessage)
    .pipe(
      z
        .string()
        .min(1, 'must say why the track is featured')
        .max(longestFeatureComment, `has more than ${longestFeatureComment} characters`),
    ),
});

const feature = action({
  input: FeatureForm,
  allow: mayFeature,
  run: (tx, { id, Comment }) => featureTrack(tx, { trackId: id, comment: Comment }),
  next: ({ TrackId }) => routes.trackShow(TrackId),
  form: (_, { path }) => path.replace(/^\/trackfeature/, '/trackshow'),
});

const unfeature = action({
  input: z.object({ id: pathId }),
  allow: mayFeature,
  run: (tx, { id }) => unfeatureTrack(tx, id),
  next: ({ TrackId }) => routes.trackShow(TrackId),
});

/** The routes with which moderators feature tracks. */
export const featureEndpoints: RouteTable = {
  'POST /trackfeature/:id': feature,
  'POST /trackunfeature/:id': unfeature,
};
