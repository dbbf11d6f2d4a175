import type { PersonRow } from '#features/users/list/fields.ts';

/** All fields of GET /api/videos, as in the JSON. */
export interface VideoRow {
  VideoId: number;
  /** its id on the external video site */
  LinkId: string;
  Title: string;
  /** the creator's name on the video site */
  Author: string;
  Poster: PersonRow;
  /** the creator, if they are a user here */
  Creator: PersonRow | null;
  /** address of the picture */
  Thumbnail: string;
  /** seconds */
  Length: number;
  /** ISO 8601, UTC, milliseconds, without a zone */
  PostedAt: string;
  PublishedAt: string;
  /** number of tracks in it */
  MapCount: number;
  /** its relation to the track in `trackid`; null without `trackid` */
  Map: { Featured: boolean; TimestampAt: number | null } | null;
}

/** The fields of a request without `fields`. */
export const defaultVideoFields = ['VideoId', 'LinkId', 'Title'] as const;
