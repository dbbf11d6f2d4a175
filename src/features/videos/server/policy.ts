import type { TrackRelation } from '#features/tracks/model.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';

/** The authors of a track and the crew choose which videos it shows. */
export const mayFeatureVideo = (relation: Pick<TrackRelation, 'isAuthor' | 'isModerator'>): Verdict =>
  relation.isAuthor || relation.isModerator ? yes : no('Only an author of the track can feature a video.');

/** The authors of the track, the crew, and the user who posted the video. */
export const mayRemoveVideo = (
  relation: Pick<TrackRelation, 'isAuthor' | 'isModerator'>,
  isPoster: boolean,
): Verdict =>
  isPoster || relation.isAuthor || relation.isModerator
    ? yes
    : no('Only an author of the track or the user who posted the video can remove it.');
