import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { dateRange, wholeRange } from '#lib/query-language/ranges.ts';
import { flagsKey, numberKey, numbersKey, rangeKey, textKey, wholeDay } from '#lib/query-language/search.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import { routes } from '#routes/routes.ts';
import type { UserRow } from './fields.ts';

const keys = {
  name: textKey('Name', 'name', { control: null }),
  tracks: rangeKey('Tracks', wholeRange, ['tracksmin', 'tracksmax'], { examples: ['1', '100'] }),
  awards: rangeKey('Awards received', wholeRange, ['awardsmin', 'awardsmax'], { examples: ['1', '100'] }),
  awardsgiven: rangeKey('Awards given', wholeRange, ['awardsgivenmin', 'awardsgivenmax'], {
    examples: ['1', '100'],
  }),
  // the older site used "uploaded" for this
  registered: rangeKey('Registered', dateRange, ['registeredafter', 'registeredbefore'], {
    aliases: ['uploaded'],
    examples: ['2008-01-01', '2008-12-31'],
    write: wholeDay,
  }),
  in: flagsKey(
    'Include or exclude',
    {
      supporters: 'Supporters',
      moderators: 'Crew',
      formercrew: 'Former crew',
      favorite: 'My favourites',
    },
    { personal: ['favorite'] },
  ),
  id: numbersKey('User IDs', 'id'),
  order1: numberKey('Order', 'order1'),
  order2: numberKey('Then sort by', 'order2'),
};

/** The fields of a user in the search. */
export const userSearchFields = [
  'UserId',
  'Name',
  'CustomUrl',
  'Tint',
  'Title',
  'RegisteredAt',
  'Tracks',
  'TrackPacks',
  'TrackAwardsReceived',
  'TrackAwardsGiven',
  'Replays',
  'VideosPosted',
  'AuthorMedals',
  'GoldMedals',
] as const satisfies readonly Paths<UserRow>[];
export type UserSearchRow = Picked<UserRow, (typeof userSearchFields)[number]>;

export const userSearch: SearchDeclaration<typeof keys, (typeof userSearchFields)[number]> = {
  title: 'Users',
  one: 'user',
  many: 'users',
  page: routes.userSearch(),
  api: routes.apiUsers(),
  random: routes.userRandom(),
  keys,
  words: 'name',
  groups: [
    { title: 'Include or exclude', keys: ['in'] },
    { title: 'Numbers', keys: ['tracks', 'awards', 'awardsgiven', 'registered'] },
  ],
  fields: userSearchFields,
  cursor: 'UserId',
  views: { cards: { label: 'Cards', icon: 'grid' }, standard: { label: 'Table', icon: 'list' } },
  orders: [
    [20, 'Newest first'],
    [19, 'Oldest first'],
    [4, 'Most tracks'],
    [8, 'Most awards received'],
    [10, 'Most awards given'],
    [26, 'Most replays'],
    [1, 'Name A–Z'],
    [2, 'Name Z–A'],
  ],
  defaultOrder: 20,
  byRelevance: true,
  defaultCount: 40,
  since: { key: 'registered', param: 'registeredafter' },
  address: {},
  empty: 'No results found',
};
