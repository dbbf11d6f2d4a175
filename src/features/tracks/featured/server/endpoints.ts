import { z } from 'zod';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { pathId } from '#lib/wire/path-id.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes/routes.ts';
import { mayPick } from '../../server/policy.ts';
import { maxFeatureCommentLength } from '../limits.ts';
import {
  featuredSubject,
  featureSubject,
  featureTrack,
  mayFeature,
  unfeatureTrack,
} from './feature-track.ts';

const FeatureForm = z.object({
  id: pathId,
  Comment: z
    .string('must be sent once, as text')
    .transform(cleanMessage)
    .pipe(
      z
        .string()
        .min(1, 'must say why the track is featured')
        .max(maxFeatureCommentLength, `has more than ${maxFeatureCommentLength} characters`),
    ),
});

const feature = action({
  touches: 'edition',
  input: FeatureForm,
  role: mayPick,
  subject: (tx, { id }) => featureSubject(tx, id),
  allow: ({ viewer }, subject) => mayFeature(viewer, subject),
  run: featureTrack,
  next: ({ TrackId }) => routes.trackShow(TrackId),
  form: (_, { path }) => path.replace(/^\/trackfeature/, '/trackshow'),
});

const unfeature = action({
  touches: 'edition',
  input: z.object({ id: pathId }),
  role: mayPick,
  subject: (tx, { id }) => featuredSubject(tx, id),
  allow: ({ viewer }) => mayPick(viewer),
  run: unfeatureTrack,
  next: ({ TrackId }) => routes.trackShow(TrackId),
});

/** The routes with which moderators feature tracks. */
export const featureEndpoints: RouteTable = {
  'POST /trackfeature/:id': feature,
  'POST /trackunfeature/:id': unfeature,
};
