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
  'MapCount',
  'Poster.UserId',
  'Poster.Name',
  'Poster.CustomUrl',
  'Poster.Tint',
] as const satisfies readonly Paths<VideoRow>[];
const fieldsOfTrack = [
  ...fields,
  'LinkId',
  'Map.Featured',
  'Map.TimestampAt',
] as const satisfies readonly Paths<VideoRow>[];
export type VideoViewRow = Picked<VideoRow, (typeof fields)[number]>;
export type TrackVideoViewRow = Picked<VideoRow, (typeof fieldsOfTrack)[number]>;

const newest = { fields, cursor: 'VideoId', scope: {}, order: 2, empty: 'No results found' } as const;
type VideoView = ViewDeclaration<(typeof fields)[number]>;

/** The newest videos on the front page. */
export const videosFrontPage: VideoView = { ...newest, type: 'videosfrontpage', size: 8 };

/** The newest videos of the site, ten at a time. */
export const videosNew: VideoView = { ...newest, type: 'videosnew', size: 10, jumpsToFirst: true };

/** Videos created (`creatoruserid`) or posted (`userid`) by a user. */
export const videosByAuthor: VideoView = { ...newest, type: 'videosbyauthor', size: 10 };

/** Videos of a track (`trackid`). */
export const trackVideos: ViewDeclaration<(typeof fieldsOfTrack)[number]> = {
  ...newest,
  fields: fieldsOfTrack,
  type: 'trackvideos',
  size: 5,
};
