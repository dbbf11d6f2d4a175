import { trackOrderCodes } from '#lib/codes/orders.ts';
import type { ViewDeclaration } from '#lib/query-language/view.ts';
import { routes } from '#routes/routes.ts';
import { type TrackField, type TrackRowOf, tileFields } from './fields.ts';
import { searchFields as sheetFields } from './search.ts';

const noResults = 'No results found';
const random = (label: string) => ({ path: routes.trackRandom(), label });

const tiles = { fields: tileFields, cursor: 'TrackId', scope: {}, order: 2, empty: noResults } as const;
const sheet = { ...tiles, fields: sheetFields } as const;

type TileView = ViewDeclaration<(typeof tileFields)[number]>;
type SheetView = ViewDeclaration<(typeof sheetFields)[number]>;

/** The front page: the newest tracks as tiles. */
export const tracksFrontPageTiles: TileView = {
  ...tiles,
  type: 'tracksfrontpagetiles',
  size: 10,
  jumpsToFirst: true,
  random: random('track'),
};

/** The front page: recently awarded tracks, one per author. */
export const tracksFrontPage: SheetView = {
  ...sheet,
  type: 'tracksfrontpage',
  size: 10,
  scope: { antispam: '2' },
  order: 26,
};

/** The front page: competitive tracks, the most active first. */
export const tracksFrontPageCompetitive: SheetView = {
  ...sheet,
  type: 'tracksfrontpagecompetitive',
  size: 10,
  scope: { lbtype: '0', valuemin: '15000' },
  order: 10,
};

/** Tracks of a user (`authoruserid`) or any other filter, as tiles. */
export const trackTiles: TileView = {
  ...tiles,
  type: 'trackstiles',
  size: 10,
  jumpsToFirst: true,
  random: random('track'),
};

/** The Play Later list of the viewer in its order; with `sharedlist` that of a link. */
export const playLaterQueue: TileView = {
  ...tiles,
  type: 'playlaterqueue',
  size: 50,
  scope: { inplaylater: '1' },
  order: trackOrderCodes.queuePosition[0],
  empty: 'No tracks found',
};

/** The most awarded track of a user (`authoruserid`), one at a time. */
export const trackProfileTiles: TileView = { ...tiles, type: 'trackprofiletiles', size: 1, order: 6 };

/** Tracks in a video (`videoid`), with their start times. */
const videoTileFields = [...tileFields, 'TimeStampAt'] as const satisfies readonly TrackField[];
export const trackTilesOfVideo: ViewDeclaration<(typeof videoTileFields)[number]> = {
  ...tiles,
  fields: videoTileFields,
  type: 'trackstilesvideo',
  size: 10,
};

/** Tracks being tested: /trackbeta. */
export const betaTracks: SheetView = {
  ...sheet,
  type: 'betatracks',
  size: 20,
  scope: { inbeta: '1' },
  order: 4,
  jumpsToFirst: true,
  random: random('beta track'),
};

const newRecordFields = [...sheetFields, 'WRReplay.ReplayAt'] as const satisfies readonly TrackField[];
export type NewRecordRow = TrackRowOf<(typeof newRecordFields)[number]>;

/** The front page: tracks whose record was set last. */
export const newRecords: ViewDeclaration<(typeof newRecordFields)[number]> = {
  ...tiles,
  fields: newRecordFields,
  type: 'newrecords',
  size: 10,
  scope: { inhasrecord: '1' },
  order: 28,
  empty: 'No records found',
};
