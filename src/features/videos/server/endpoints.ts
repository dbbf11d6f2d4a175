import { z } from 'zod';
import { Level } from '#lib/codes/level.ts';
import { no, yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/path-id.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import type { Viewer } from '#platform/viewer.ts';
import { routes } from '#routes.ts';
import { linkedVideo, removeTrackVideo, toggleVideoFeature } from './actions.ts';
import { videoList } from './list.ts';
import { mayFeatureVideo, mayRemoveVideo } from './policy.ts';

const VideoForm = z.object({
  trackId: pathId,
  videoId: pathId,
  key: z.string().max(100).nullable().default(null),
});
const signedIn = (viewer: Viewer) => (viewer.level >= Level.basic ? yes : no('Sign in first.'));

const feature = action({
  input: VideoForm,
  role: signedIn,
  subject: linkedVideo,
  allow: (_, { track }) => mayFeatureVideo(track.relation),
  run: toggleVideoFeature,
});
const remove = action({
  input: VideoForm,
  role: signedIn,
  subject: linkedVideo,
  allow: (_, { track, isPoster }) => mayRemoveVideo(track.relation, isPoster),
  run: removeTrackVideo,
});

/** The routes of videos other than pages. */
export const videoEndpoints: RouteTable = {
  'GET /api/videos': listEndpoint(videoList),
  'GET /videorandom': randomEndpoint(videoList, routes.videoShow),
  'PUT /togglevideofeature/:trackId': feature,
  'POST /togglevideofeature/:trackId': feature,
  'DELETE /removetrackvideo/:trackId': remove,
  'POST /removetrackvideo/:trackId': remove,
};
