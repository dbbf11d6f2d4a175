import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { flagsKey, numberKey, numbersKey, textKey } from '#lib/query-language/search.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import { routes } from '#routes/routes.ts';
import type { PackRow } from './fields.ts';

const keys = {
  name: textKey('Name', 'name', { control: null }),
  creator: textKey('Creator', 'creator'),
  trackid: numberKey('With the track (ID)', 'trackid'),
  manageruserid: numberKey('Manager by user ID', 'manageruserid'),
  in: flagsKey('Include or exclude', {
    submissions: 'Accepts submissions',
    legacy: 'Legacy packs',
  }),
  id: numbersKey('Trackpack IDs', 'id'),
  order1: numberKey('Order', 'order1'),
  order2: numberKey('Then sort by', 'order2'),
};

/** The fields of a trackpack in the search. */
export const packSearchFields = [
  'PackId',
  'PackName',
  'Creator.UserId',
  'Creator.Name',
  'Creator.CustomUrl',
  'Creator.Tint',
  'Environments[]',
  'Tracks',
  'PackValue',
  'Downloads',
  'AllowsTrackSubmissions',
  'IsLegacy',
  'IsPublic',
  'MapListReleased',
  'UpdatedAt',
  'Image',
  'FirstTracks[]',
  'Driven',
] as const satisfies readonly Paths<PackRow>[];
export type PackSearchRow = Picked<PackRow, (typeof packSearchFields)[number]>;

export const packSearch: SearchDeclaration<typeof keys, (typeof packSearchFields)[number]> = {
  title: 'Trackpacks',
  one: 'trackpack',
  many: 'trackpacks',
  page: routes.packSearch(),
  api: routes.apiPacks(),
  random: routes.packRandom(),
  keys,
  words: 'name',
  groups: [{ title: 'Trackpack', keys: ['in', 'creator', 'trackid'] }],
  fields: packSearchFields,
  cursor: 'PackId',
  views: { standard: { label: 'Standard', icon: 'list' } },
  orders: [
    [2, 'Newest first'],
    [4, 'Updated last'],
    [8, 'Most active'],
    [6, 'Most tracks'],
    [14, 'Most downloads'],
    [16, 'Highest value'],
    [9, 'Name A–Z'],
  ],
  defaultOrder: 2,
  byRelevance: true,
  defaultCount: 40,
  address: {},
  empty: 'No trackpacks found',
};
