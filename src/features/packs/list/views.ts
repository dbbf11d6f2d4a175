import type { TrackField, TrackRowOf } from '#features/tracks/list/fields.ts';
import type { ViewDeclaration } from '#lib/query-language/view.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { PackRow } from './fields.ts';

const fields = [
  'PackId',
  'PackName',
  'Creator.UserId',
  'Creator.Name',
  'Creator.CustomUrl',
  'Creator.Tint',
  'Environments[]',
  'Tracks',
  'PackValue',
  'AllowsTrackSubmissions',
  'IsPublic',
  'MapListReleased',
  'Image',
  'FirstTracks[]',
] as const satisfies readonly Paths<PackRow>[];
export type PackViewRow = Picked<PackRow, (typeof fields)[number]>;

/** The packs of the front page, the most active first; with `manageruserid` those of a user. */
export const packsFrontPage: ViewDeclaration<(typeof fields)[number]> = {
  type: 'trackpacksfrontpage',
  size: 10,
  fields,
  cursor: 'PackId',
  scope: {},
  order: 8,
  empty: 'No trackpacks found',
};

/** What the table of a pack shows: nothing in it is the viewer's own, so that members share its rows with visitors. */
const trackFields = [
  'TrackId',
  'TrackName',
  'Authors[]',
  'Authors.User.Tint',
  'AuthorTime',
  'AuthorScore',
  'PrimaryType',
  'Awards',
  'ReplayType',
  'TrackValue',
  'UploadedAt',
  'IsPublic',
  'IsListed',
  'IsBeta',
  'Position',
  'Status',
] as const satisfies readonly TrackField[];
export type PackTrackRow = TrackRowOf<(typeof trackFields)[number]>;
type PackTrackView = ViewDeclaration<(typeof trackFields)[number]>;

const ofPack = { fields: trackFields, cursor: 'TrackId', size: 20, order: 45, scope: {} } as const;

/** The approved tracks of a pack (`packid`) in order. */
export const packTracks: PackTrackView = {
  ...ofPack,
  type: 'trackpacktracks',
  empty: 'No tracks added yet.',
};

/** The same for a viewer who may not see the list before it is released. */
export const packTracksFor = (isShown: boolean): PackTrackView =>
  isShown ? packTracks : { ...packTracks, empty: 'The track list isn’t released yet.' };

/** All tracks of a pack (`packid`) with their status, for its managers. */
export const packManager: PackTrackView = {
  ...ofPack,
  type: 'trackpackmanager',
  scope: { status: '0,1,2,3,4' },
  empty: 'No tracks added yet.',
};

/** The tracks that a user (`authoruserid`) submitted to a pack (`packid`), approved or not. */
export const packSubmittedTracks: PackTrackView = {
  ...ofPack,
  type: 'trackpacksubmittedtracks',
  scope: { status: '0,1,2,3,4' },
  order: 2,
  empty: 'No tracks found',
};
