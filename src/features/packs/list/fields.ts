import type { PersonRow } from '#features/users/list/fields.ts';
import type { OriginRow } from '#lib/wire/fields.ts';

/** A user's position on a pack's board. */
export interface PackPlaceRow {
  /** 0-based, as on every board */
  Position: number;
  Score: number;
}

/** All fields of GET /api/trackpacks, as in the JSON. */
export interface PackRow extends OriginRow {
  PackId: number;
  PackName: string;
  /** the same as PackName */
  Name: string;
  /** approved tracks */
  Tracks: number;
  /** the same as Tracks */
  TrackCount: number;
  /** 1-based: those of its approved tracks, and those its managers announced */
  Environments: number[];
  PackValue: number;
  Downloads: number;
  AllowsTrackSubmissions: boolean;
  /** made on the old site; cannot be changed */
  IsLegacy: boolean;
  IsPublic: boolean;
  /** whether the list of its tracks is public */
  MapListReleased: boolean;
  /** whether its leaderboard is shown */
  HasLeaderboard: boolean;
  /** tracks that one user may submit */
  SubmissionsPerUser: number;
  /** BB-code */
  Description: string | null;
  /** address of its image */
  Image: string | null;
  /** the first four public tracks, if the viewer sees the list of tracks: its picture if it has none of its own */
  FirstTracks: number[];
  /** on how many of its tracks the viewer is ranked; null for visitors and for large packs */
  Driven: number | null;
  Creator: PersonRow;
  /** the same as Creator */
  Owner: PersonRow;
  Managers: { User: PersonRow; Role: string }[];
  /** ISO 8601, UTC, milliseconds, without a zone */
  CreatedAt: string;
  UpdatedAt: string;
  ActivityAt: string;
  /** the leader of its board */
  TopLB: (PackPlaceRow & { User: PersonRow }) | null;
  /** the viewer's position on its board */
  UserLB: PackPlaceRow | null;
}

/** The fields of a request without `fields`. */
export const defaultPackFields = ['PackId', 'PackName', 'Creator.UserId', 'Creator.Name'] as const;
