import type { PersonRow } from '#features/users/fields.ts';

/** A person's place on a pack's board. */
export interface PackPlaceRow {
  /** 0-based, as on every board */
  Position: number;
  Score: number;
}

/** Every field GET /api/trackpacks can be asked for, as it stands in the JSON. */
export interface PackRow {
  PackId: number;
  PackName: string;
  /** the same as PackName */
  Name: string;
  /** approved tracks */
  Tracks: number;
  /** the same as Tracks */
  TrackCount: number;
  /** 1-based, of the approved tracks */
  Environments: number[];
  PackValue: number;
  Downloads: number;
  AllowsTrackSubmissions: boolean;
  /** made on the old site; cannot be changed */
  IsLegacy: boolean;
  IsPublic: boolean;
  /** whether everybody sees which tracks are in it */
  MapListReleased: boolean;
  /** BB-code */
  Description: string | null;
  /** address of its picture */
  Image: string | null;
  Creator: PersonRow;
  /** the same as Creator */
  Owner: PersonRow;
  Managers: { User: PersonRow; Role: string }[];
  /** ISO 8601, UTC, milliseconds, without a zone */
  CreatedAt: string;
  UpdatedAt: string;
  ActivityAt: string;
  /** who leads its board */
  TopLB: (PackPlaceRow & { User: PersonRow }) | null;
  /** the asking person's place on its board */
  UserLB: PackPlaceRow | null;
}

/** What a call without `fields` answers with. */
export const defaultPackFields = ['PackId', 'PackName', 'Creator.UserId', 'Creator.Name'] as const;
