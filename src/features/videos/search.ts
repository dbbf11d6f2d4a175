import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { numberKey, numbersKey, textKey } from '#lib/query-language/search.ts';
import { routes } from '#routes.ts';

const keys = {
  author: textKey('Author', 'author'),
  trackid: numberKey('Of the track (ID)', 'trackid'),
  id: numbersKey('Video IDs', 'id'),
  order1: numberKey('Order', 'order1'),
};

/** A video as the search shows it. */
export interface VideoSearchRow {
  VideoId: number;
  Title: string;
  Author: string;
  Poster: { UserId: number; Name: string };
  Length: number;
  PostedAt: string;
}

export const videoSearch: SearchDeclaration<typeof keys> = {
  title: 'Videos',
  one: 'video',
  page: routes.videoSearch(),
  api: routes.apiVideos(),
  random: routes.videoRandom(),
  keys,
  words: 'title',
  groups: [{ title: 'Video', keys: ['author', 'trackid'] }],
  fields: ['VideoId', 'Title', 'Author', 'Poster.UserId', 'Poster.Name', 'Length', 'PostedAt'],
  cursor: 'VideoId',
  views: { standard: { label: 'Standard', icon: 'list' } },
  orders: [
    [2, 'Newest first'],
    [1, 'Oldest first'],
  ],
  defaultOrder: 2,
  defaultCount: 40,
  address: {},
  empty: 'No results found',
};
