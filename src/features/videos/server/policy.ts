import type { TrackRelation } from '#features/tracks/model.ts';
import { isModerator, Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The authors of a track and the crew choose which videos it shows. */
export const mayFeatureVideo = (relation: Pick<TrackRelation, 'isAuthor' | 'isModerator'>): Verdict =>
  relation.isAuthor || relation.isModerator ? yes : no('Only an author of the track can feature a video.');

/** The authors of the track, the crew, and the player who posted the video. */
export const mayRemoveVideo = (
  relation: Pick<TrackRelation, 'isAuthor' | 'isModerator'>,
  isPoster: boolean,
): Verdict =>
  isPoster || relation.isAuthor || relation.isModerator
    ? yes
    : no('Only an author of the track or the player who posted the video can remove it.');

/** Everyone who is signed in may post videos and name tracks that they show. */
export const mayPostVideo = (viewer: Viewer): Verdict =>
  viewer.level >= Level.basic && viewer.userId > 0 ? yes : no('Sign in to post a video.');

/** The user who posted a video, and the crew. */
export const mayChangeVideo = (viewer: Viewer, video: { readonly poster_id: number }): Verdict =>
  video.poster_id === viewer.userId || isModerator(viewer)
    ? yes
    : no('Only the player who posted this video can change it.');

/** Changing another user's video is moderation: it needs a reason, and the poster is notified. */
export const isOthersVideo = (viewer: Viewer, video: { readonly poster_id: number }): boolean =>
  video.poster_id !== viewer.userId;
