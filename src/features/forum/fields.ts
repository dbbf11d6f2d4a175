import type { PersonRow } from '#features/users/fields.ts';

/** Every field GET /api/threads can be asked for, as it stands in the JSON. */
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

/** What a call without `fields` answers with. */
export const defaultThreadFields = ['ThreadId', 'Title', 'Board.BoardId', 'LastPostAt'] as const;
