import { z } from 'zod';
import { perform } from '#features/modlog/server/actions.ts';
import { pathId } from '#lib/wire/z.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post, startOf } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { mayPick } from '../../server/policy.ts';
import {
  featureComment,
  featuredSubject,
  featureSubject,
  featureTrack,
  mayFeature,
  unfeatureTrack,
} from './feature-track.ts';

const FeatureForm = z.object({
  id: pathId,
  Comment: featureComment('must be sent once, as text'),
});

const feature = action({
  touches: 'edition',
  input: FeatureForm,
  role: mayPick,
  subject: (tx, { id }) => featureSubject(tx, id),
  allow: ({ viewer }, subject) => mayFeature(viewer, subject),
  run: async (tx, found, { Comment }) => {
    const subject = { kind: 'track', id: found.track.track_id };
    await perform(tx, featureTrack, { subject, found, input: { Comment }, reason: Comment });
    return { TrackId: subject.id };
  },
  next: ({ TrackId }) => routes.trackShow(TrackId),
  form: (_, { path }) => path.replace(startOf(routes.trackFeature), startOf(routes.trackShow)),
});

const unfeature = action({
  touches: 'edition',
  input: z.object({ id: pathId }),
  role: mayPick,
  subject: (tx, { id }) => featuredSubject(tx, id),
  allow: ({ viewer }) => mayPick(viewer),
  run: async (tx, found) => {
    const subject = { kind: 'track', id: found.trackId };
    await perform(tx, unfeatureTrack, { subject, found, input: {}, reason: 'No longer featured.' });
    return { TrackId: subject.id };
  },
  next: ({ TrackId }) => routes.trackShow(TrackId),
});

/** The routes with which moderators feature tracks. */
export const featuredRoutes: RouteTable = {
  [post(routes.trackFeature)]: feature,
  [post(routes.trackUnfeature)]: unfeature,
};
