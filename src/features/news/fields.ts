import type { PersonRow } from '#features/users/list/fields.ts';

/** All fields of GET /api/news, as in the JSON. */
export interface NewsRow {
  NewsId: number;
  Title: string;
  /** BB-code */
  Message: string;
  /** ISO 8601, UTC, milliseconds, without a zone */
  PostedAt: string;
  UpdatedAt: string;
  User: PersonRow;
  /** whether the viewer has dismissed it */
  IsDismissed: boolean;
  /** number of comments */
  Comments: number;
}

/** The fields of a request without `fields`. */
export const defaultNewsFields = ['NewsId', 'Title', 'PostedAt', 'User.UserId', 'User.Name'] as const;
