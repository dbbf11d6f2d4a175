import type { PersonRow } from '#features/users/list/fields.ts';
/** All fields of GET /api/tracks/dedimania, as in the JSON. */
export interface OnlineRecordRow {
  /** the cursor */
  RecordId: number;
  TrackId: number;
  /** milliseconds */
  Time: number;
  /** 0 rounds, otherwise time attack */
  Mode: number;
  Login: string;
  Server: string;
  /** sent by a server that the crew has approved */
  IsApproved: boolean;
  /** whose login it is, proved by a replay; null: unknown */
  User: PersonRow | null;
}

/** The fields of a request without `fields`. */
export const defaultOnlineFields = ['Time', 'Login', 'Mode', 'Server'] as const;
