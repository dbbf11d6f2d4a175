import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { numberKey, numbersKey } from '#lib/query-language/search.ts';
import { routes } from '#routes.ts';

const keys = {
  id: numbersKey('News IDs', 'id'),
  order1: numberKey('Order', 'order1'),
};

/** A piece of news as the list shows it. */
export interface NewsSearchRow {
  NewsId: number;
  Title: string;
  /** BB-code */
  Message: string;
  PostedAt: string;
  User: { UserId: number; Name: string };
}

export const newsSearch: SearchDeclaration<typeof keys> = {
  title: 'News',
  one: 'piece of news',
  page: routes.news(),
  api: routes.apiNews(),
  random: null,
  keys,
  words: 'title',
  groups: [],
  fields: ['NewsId', 'Title', 'Message', 'PostedAt', 'User.UserId', 'User.Name'],
  cursor: 'NewsId',
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
