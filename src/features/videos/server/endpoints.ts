import { z } from 'zod';
import { Level } from '#lib/codes/level.ts';
import { no, yes } from '#lib/rules/verdict.ts';
import { isLinkId } from '#lib/video/address.ts';
import { pathId } from '#lib/wire/z.ts';
import { action } from '#platform/http/action.ts';
import { notFound, Problem, signInFirst } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import type { Viewer } from '#platform/viewer.ts';
import { del, get, post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { EditForm, LinkForm, PostForm, RemoveForm } from '../forms.ts';
import { linkedVideo, removeTrackVideo, toggleVideoFeature } from './actions.ts';
import { videoList } from './list.ts';
import { describeForViewer } from './lookup.ts';
import { videoThumbEndpoint } from './picture.ts';
import { mayChangeVideo, mayFeatureVideo, mayPostVideo, mayRemoveVideo } from './policy.ts';
import { deleteVideo, editVideo, linkMore, postVideo } from './post.ts';
import { lockedVideo, videoOfLink } from './repo.ts';

const VideoForm = z.object({
  trackId: pathId,
  videoId: pathId,
  key: z.string().max(100).nullable().default(null),
});
const signedIn = (viewer: Viewer) => (viewer.level >= Level.basic ? yes : no('Sign in first.'));

const feature = action({
  touches: 'edition',
  input: VideoForm,
  role: signedIn,
  subject: linkedVideo,
  allow: (_, { track }) => mayFeatureVideo(track.relation),
  run: toggleVideoFeature,
});
const remove = action({
  touches: 'edition',
  input: VideoForm,
  role: signedIn,
  subject: linkedVideo,
  allow: (_, { track, isPoster }) => mayRemoveVideo(track.relation, isPoster),
  run: removeTrackVideo,
});

const publish = action({
  touches: 'edition',
  input: PostForm,
  allow: ({ viewer }) => mayPostVideo(viewer),
  run: postVideo,
  next: ({ Link }) => Link,
  form: (form) => routes.postVideo({ video: form.get('Address')?.slice(0, 2000) ?? '' }),
});
const edit = action({
  touches: 'edition',
  input: EditForm,
  role: mayPostVideo,
  subject: (tx, { videoId }) => lockedVideo(tx, videoId),
  allow: ({ viewer }, video) => mayChangeVideo(viewer, video),
  run: editVideo,
  next: ({ Link }) => Link,
  form: (_, request) => encodeURI(request.path),
});
const link = action({
  touches: 'edition',
  input: LinkForm,
  role: mayPostVideo,
  subject: (tx, { videoId }) => lockedVideo(tx, videoId),
  allow: ({ viewer }) => mayPostVideo(viewer),
  run: linkMore,
  next: ({ Link }) => Link,
  form: (_, request) => encodeURI(request.path),
});
const removeWhole = action({
  touches: 'edition',
  input: RemoveForm,
  role: mayPostVideo,
  subject: (tx, { videoId }) => lockedVideo(tx, videoId),
  allow: ({ viewer }, video) => mayChangeVideo(viewer, video),
  run: deleteVideo,
  next: () => routes.videoSearch(),
  form: (_, request) => encodeURI(request.path),
});

/** GET /api/remote/video/:videoId: what the video site says about a video. */
const remoteVideo: Endpoint = {
  async handle(ctx, _, params) {
    if (ctx.viewer.accountId === null) throw signInFirst();
    const { videoSite } = ctx.settings;
    const linkId = params.videoId ?? '';
    if (!isLinkId(videoSite, linkId)) throw notFound('This video');
    const known = await videoOfLink(ctx, linkId);
    const described = await describeForViewer(ctx, linkId);
    if ('reason' in described) throw new Problem(described.isTemporary ? 503 : 404, described.reason);
    return json({
      LinkId: linkId,
      Title: described.title,
      Author: described.author,
      Thumbnail: described.pictureAddress,
      Length: 0,
      VideoId: known && known.removed_at === null ? known.video_id : null,
    });
  },
};

/** The routes of videos other than pages. */
export const videoRoutes: RouteTable = {
  [get(routes.apiVideos)]: listEndpoint(videoList),
  [get(routes.videoRandom)]: randomEndpoint(videoList, routes.videoShow),
  [get(routes.apiRemoteVideo)]: remoteVideo,
  [get(routes.videoThumb)]: videoThumbEndpoint,
  [post(routes.postVideo)]: publish,
  [post(routes.videoEdit)]: edit,
  [post(routes.videoLink)]: link,
  [post(routes.videoDelete)]: removeWhole,
  [put(routes.toggleVideoFeature)]: feature,
  [post(routes.toggleVideoFeature)]: feature,
  [del(routes.removeTrackVideo)]: remove,
  [post(routes.removeTrackVideo)]: remove,
};
