import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { numberKey, numbersKey, textKey } from '#lib/query-language/search.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import { routes } from '#routes/routes.ts';
import type { VideoRow } from './fields.ts';

const keys = {
  name: textKey('Title', 'name', { control: null }),
  trackid: numberKey('Of the track (ID)', 'trackid'),
  userid: numberKey('Posted by user ID', 'userid'),
  creatoruserid: numberKey('Made by user ID', 'creatoruserid'),
  id: numbersKey('Video IDs', 'id'),
  order1: numberKey('Order', 'order1'),
};

/** The fields of a video in the search. */
export const videoSearchFields = [
  'VideoId',
  'Title',
  'Author',
  'Thumbnail',
  'MapCount',
  'Poster.UserId',
  'Poster.Name',
  'Poster.CustomUrl',
  'Poster.Tint',
  'Length',
  'PostedAt',
] as const satisfies readonly Paths<VideoRow>[];
export type VideoSearchRow = Picked<VideoRow, (typeof videoSearchFields)[number]>;

export const videoSearch: SearchDeclaration<typeof keys, (typeof videoSearchFields)[number]> = {
  title: 'Videos',
  one: 'video',
  many: 'videos',
  page: routes.videoSearch(),
  api: routes.apiVideos(),
  random: routes.videoRandom(),
  keys,
  words: 'name',
  groups: [{ title: 'Video', keys: ['trackid', 'userid', 'creatoruserid'] }],
  fields: videoSearchFields,
  cursor: 'VideoId',
  views: { standard: { label: 'Standard', icon: 'list' } },
  orders: [
    [2, 'Newest first'],
    [1, 'Oldest first'],
    [5, 'Title A–Z'],
    [8, 'Longest'],
  ],
  defaultOrder: 2,
  byRelevance: true,
  defaultCount: 40,
  address: {},
  empty: 'No results found',
};
