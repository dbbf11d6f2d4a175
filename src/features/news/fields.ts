import type { PersonRow } from '#features/users/fields.ts';

/** Every field GET /api/news can be asked for, as it stands in the JSON. */
export interface NewsRow {
  NewsId: number;
  Title: string;
  /** BB-code */
  Message: string;
  /** ISO 8601, UTC, milliseconds, without a zone */
  PostedAt: string;
  UpdatedAt: string;
  User: PersonRow;
  /** whether the asking person has put it away */
  IsDismissed: boolean;
}

/** What a call without `fields` answers with. */
export const defaultNewsFields = ['NewsId', 'Title', 'PostedAt', 'User.UserId', 'User.Name'] as const;
