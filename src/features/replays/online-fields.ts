/** Every field GET /api/tracks/dedimania can be asked for, as it stands in the JSON. */
export interface OnlineRecordRow {
  /** what cursors name */
  RecordId: number;
  TrackId: number;
  /** milliseconds */
  Time: number;
  /** 0 rounds, else time attack */
  Mode: number;
  Login: string;
  Server: string;
}

/** What a call without `fields` answers with. */
export const defaultOnlineFields = ['Time', 'Login', 'Mode', 'Server'] as const;
