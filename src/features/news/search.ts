import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { dateRange } from '#lib/query-language/ranges.ts';
import { numberKey, numbersKey, rangeKey, textKey, wholeDay } from '#lib/query-language/search.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import { routes } from '#routes/routes.ts';
import type { NewsRow } from './fields.ts';

const keys = {
  name: textKey('Title', 'name', { control: null }),
  posted: rangeKey('Posted', dateRange, ['postedafter', 'postedbefore'], {
    examples: ['2020-01-01', '2020-12-31'],
    write: wholeDay,
  }),
  userid: numberKey('Written by user ID', 'userid'),
  id: numbersKey('News IDs', 'id'),
  order1: numberKey('Order', 'order1'),
};

/** The fields of a news item in the list. */
export const newsSearchFields = [
  'NewsId',
  'Title',
  'Message',
  'PostedAt',
  'User.UserId',
  'User.Name',
  'User.CustomUrl',
  'User.Tint',
  'IsDismissed',
  'Comments',
] as const satisfies readonly Paths<NewsRow>[];
export type NewsSearchRow = Picked<NewsRow, (typeof newsSearchFields)[number]>;

export const newsSearch: SearchDeclaration<typeof keys, (typeof newsSearchFields)[number]> = {
  title: 'News',
  one: 'news post',
  many: 'news posts',
  page: routes.news(),
  api: routes.apiNews(),
  random: null,
  keys,
  words: 'name',
  groups: [{ title: 'News', keys: ['posted', 'userid'] }],
  fields: newsSearchFields,
  cursor: 'NewsId',
  views: { standard: { label: 'Standard', icon: 'list' } },
  orders: [
    [2, 'Newest first'],
    [1, 'Oldest first'],
  ],
  defaultOrder: 2,
  defaultCount: 40,
  since: { key: 'posted', param: 'postedafter' },
  address: {},
  empty: 'No results found',
};
