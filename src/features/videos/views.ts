import type { ViewDeclaration } from '#lib/query-language/view.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { VideoRow } from './fields.ts';

const fields = [
  'VideoId',
  'Title',
  'Author',
  'Thumbnail',
  'Length',
  'PostedAt',
  'Poster.UserId',
  'Poster.Name',
] as const satisfies readonly Paths<VideoRow>[];
const fieldsOfTrack = [
  ...fields,
  'Map.Featured',
  'Map.TimestampAt',
] as const satisfies readonly Paths<VideoRow>[];
export type VideoViewRow = Picked<VideoRow, (typeof fields)[number]>;
export type TrackVideoViewRow = Picked<VideoRow, (typeof fieldsOfTrack)[number]>;

const newest = { fields, cursor: 'VideoId', scope: {}, order: 2, empty: 'No results found' } as const;
type VideoView = ViewDeclaration<(typeof fields)[number]>;

/** The front page's newest. */
export const videosFrontPage: VideoView = { ...newest, type: 'videosfrontpage', size: 8 };

/** The newest of the site, ten at a time. */
export const videosNew: VideoView = { ...newest, type: 'videosnew', size: 10, jumpsToFirst: true };

/** Videos somebody made (`creatoruserid`) or posted (`userid`). */
export const videosByAuthor: VideoView = { ...newest, type: 'videosbyauthor', size: 10 };

/** Videos of a track (`trackid`). */
export const trackVideos: ViewDeclaration<(typeof fieldsOfTrack)[number]> = {
  ...newest,
  fields: fieldsOfTrack,
  type: 'trackvideos',
  size: 5,
};
