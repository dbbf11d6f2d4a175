import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { PackRow } from './list/fields.ts';

/** The fields of a pack that other pages need. */
export const packHeadFields = [
  'PackId',
  'PackName',
  'Creator.UserId',
  'Creator.Name',
  'Creator.CustomUrl',
  'Creator.Tint',
  'Managers[]',
  'Tracks',
  'IsLegacy',
  'IsPublic',
  'MapListReleased',
  'HasLeaderboard',
] as const satisfies readonly Paths<PackRow>[];

/** The fields that the page of a pack shows. */
export const packPageFields = [
  ...packHeadFields,
  'Description',
  'Environments[]',
  'PackValue',
  'Downloads',
  'AllowsTrackSubmissions',
  'SubmissionsPerUser',
  'Image',
  'FirstTracks',
  'CreatedAt',
  'UpdatedAt',
  'TopLB',
  'UserLB',
] as const satisfies readonly Paths<PackRow>[];

/** A pack as its page shows it. */
export type PackOfPage = Picked<PackRow, (typeof packPageFields)[number]> & {
  /** without codes */
  readonly plainName: string;
};

/** Why a pack is hidden, for those who can see it. */
export interface HiddenPack {
  /** null: not recorded */
  readonly since: Date | null;
  readonly why: string;
}

/** What the viewer can do with a pack; a reason where something cannot be done. */
export interface PackOptions {
  readonly isSignedIn: boolean;
  readonly isManager: boolean;
  /** null if the pack is public */
  readonly hidden: HiddenPack | null;
  readonly mayEdit: boolean;
  readonly mayReport: boolean;
  /** why no track can be added; null if one can */
  readonly refusal: string | null;
  /** the game can install it */
  readonly hasPlayLink: boolean;
  /** the viewer sees the list of its tracks, and it has some */
  readonly hasTracks: boolean;
}
