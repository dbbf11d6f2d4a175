import type { PersonRow } from '#features/users/list/fields.ts';
import type { OriginRow } from '#lib/wire/fields.ts';

/** What a comment, an award and a reply have in common. */
export interface ReplyRow {
  CommentId: number;
  /** BB-code; '(Deleted)' if it was removed, `blockedText` if the viewer blocked the writer */
  Comment: string;
  /** ISO 8601, UTC, milliseconds, without a zone */
  CommentAt: string;
  UpdatedAt: string;
  User: PersonRow;
  /** whether the writer is an author of the track */
  IsAuthor: boolean;
  IsAward: boolean;
  /** null: not a reply */
  ParentCommentId: number | null;
}

/** All fields of GET /api/tracks/comments and /api/tracks/awards, as in the JSON. */
export interface CommentRow extends ReplyRow, OriginRow {
  Track: { TrackId: number; TrackName: string; Uploader: PersonRow };
  /** oldest first */
  Replies: ReplyRow[];
}

/** Replaces the text of a removed comment. */
export const deletedText = '(Deleted)';
/** Replaces the text of a user whom the viewer blocked. */
export const blockedText = '(A comment by a player you blocked)';

/** The fields of a request without `fields`. */
export const defaultCommentFields = [
  'CommentId',
  'Comment',
  'CommentAt',
  'User.UserId',
  'User.Name',
] as const;
