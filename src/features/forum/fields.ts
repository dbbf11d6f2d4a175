import type { PersonRow } from '#features/users/list/fields.ts';

/** All fields of GET /api/threads, as in the JSON. */
export interface ThreadRow {
  ThreadId: number;
  Title: string;
  Board: { BoardId: number; Title: string };
  User: PersonRow;
  Posts: number;
  IsLocked: boolean;
  IsPinned: boolean;
  /** ISO 8601, UTC, milliseconds, without a zone */
  CreatedAt: string;
  LastPostAt: string;
}

/** The fields of a request without `fields`. */
export const defaultThreadFields = ['ThreadId', 'Title', 'Board.BoardId', 'LastPostAt'] as const;

/** All fields of GET /api/posts, as in the JSON. */
export interface PostRow {
  PostId: number;
  /** BB-code */
  Text: string;
  /** its number in the thread, from 1 */
  Number: number;
  PostedAt: string;
  UpdatedAt: string;
  Thread: { ThreadId: number; Title: string };
  Board: { BoardId: number; Title: string };
  User: PersonRow;
}

/** The fields of a request without `fields`. */
export const defaultPostFields = ['PostId', 'Text', 'PostedAt', 'User.UserId', 'User.Name'] as const;
