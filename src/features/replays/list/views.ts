import type { ViewDeclaration } from '#lib/query-language/view.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { OnlineRecordRow } from '../online/fields.ts';
import type { ReplayRow } from './fields.ts';

const fields = [
  'ReplayId',
  'User.UserId',
  'User.Name',
  'User.CustomUrl',
  'User.Tint',
  'Track.TrackId',
  'Track.TrackName',
  'Track.Type',
  'ReplayTime',
  'ReplayScore',
  'ReplayRespawns',
  'IsSecret',
  'ReplayAt',
  'Position',
  'Difference',
  'DifferenceRespawns',
  'Delta',
  'DeltaRespawns',
  'Score',
  'Medal',
  'IsBest',
  'IsLeaderboard',
  'IsRevoked',
  'Validated',
  'IsDriverVerified',
  'DriverLogIn',
  'Flags',
] as const satisfies readonly Paths<ReplayRow>[];
export type ReplayViewRow = Picked<ReplayRow, (typeof fields)[number]>;
type ReplayView = ViewDeclaration<(typeof fields)[number]>;

const ofReplays = { fields, cursor: 'ReplayId', order: null, empty: 'No records found' } as const;

/**
 * The leaderboard of a track (`trackid`), the best first; the records of a person (`userid`), the newest first. `best` may be replaced
 * by what `boardScopes` says.
 */
export const replays: ReplayView = {
  ...ofReplays,
  type: 'replays',
  size: 50,
  scope: { best: '1' },
  jumpsToFirst: true,
};

/** The newest records of a person (`userid`), on their overview. */
export const latestReplays: ReplayView = { ...ofReplays, type: 'replays', size: 5, scope: { best: '1' } };

/** Everything that a person (`userid`) drove, the newest first. */
export const allReplays: ReplayView = {
  ...ofReplays,
  type: 'replays',
  size: 50,
  scope: {},
  jumpsToFirst: true,
};

/** What the leaderboard of a track shows: `replays.show` in the address. */
export const boardScopes = {
  ranked: { best: '1' },
  beaten: { outdated: '0' },
  older: { outdated: '1' },
} as const;
export type BoardScope = keyof typeof boardScopes;

export const boardScopeIn = (text: string | null): BoardScope =>
  text === 'beaten' || text === 'older' ? text : 'ranked';

/** What one person (`userid`) drove on one track (`trackid`), the best first, one at a time. */
export const personalBest: ReplayView = { ...ofReplays, type: 'personalbest', size: 1, scope: {} };

const onlineFields = [
  'RecordId',
  'Time',
  'Mode',
  'Login',
  'Server',
  'IsApproved',
  'User.UserId',
  'User.Name',
  'User.CustomUrl',
  'User.Tint',
] as const satisfies readonly Paths<OnlineRecordRow>[];
export type OnlineViewRow = Picked<OnlineRecordRow, (typeof onlineFields)[number]>;

/** Records on game servers of a track (`trackid`), the best first. */
export const dedimania: ViewDeclaration<(typeof onlineFields)[number]> = {
  type: 'dedimania',
  size: 50,
  fields: onlineFields,
  cursor: 'RecordId',
  scope: {},
  order: null,
  empty: 'No records found',
};
