import type { PersonRow } from '#features/users/fields.ts';

/** Every field GET /api/videos can be asked for, as it stands in the JSON. */
export interface VideoRow {
  VideoId: number;
  /** its id on the external video site */
  LinkId: string;
  Title: string;
  /** who made it, as the video site names them */
  Author: string;
  Poster: PersonRow;
  /** who made it, when known here */
  Creator: PersonRow | null;
  /** address of its picture */
  Thumbnail: string;
  /** seconds */
  Length: number;
  /** ISO 8601, UTC, milliseconds, without a zone */
  PostedAt: string;
  PublishedAt: string;
  /** tracks it shows */
  MapCount: number;
  /** how it stands with the track asked for by `trackid`; null when none was asked for */
  Map: { Featured: boolean; TimestampAt: number | null } | null;
}

/** What a call without `fields` answers with. */
export const defaultVideoFields = ['VideoId', 'LinkId', 'Title'] as const;
