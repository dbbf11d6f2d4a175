import type { ViewDeclaration } from '#lib/query-language/view.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { CommentRow } from './fields.ts';

const awardFields = [
  'CommentId',
  'Comment',
  'CommentAt',
  'User.UserId',
  'User.Name',
  'User.CustomUrl',
  'User.Tint',
  'Track.TrackId',
  'Track.TrackName',
] as const satisfies readonly Paths<CommentRow>[];
export type AwardViewRow = Picked<CommentRow, (typeof awardFields)[number]>;

const commentFields = [
  ...awardFields,
  'UpdatedAt',
  'IsAuthor',
  'IsAward',
  'ParentCommentId',
  'Replies[]',
] as const satisfies readonly Paths<CommentRow>[];

/** Awards of a track (`trackid`), by a user (`userid`), to a user (`authoruserid`), or the newest of all. */
export const awards: ViewDeclaration<(typeof awardFields)[number]> = {
  type: 'awards',
  size: 20,
  fields: awardFields,
  cursor: 'CommentId',
  scope: {},
  order: 2,
  empty: 'No results found',
};

/** The newest awards in the sidebar of the front page. */
export const awardsFrontPage: typeof awards = { ...awards, size: 10 };

/** Comments on a track (`trackid`), by a user (`userid`), to a user (`authoruserid`), with their replies. */
export const comments: ViewDeclaration<(typeof commentFields)[number]> = {
  type: 'comments',
  size: 10,
  fields: commentFields,
  cursor: 'CommentId',
  scope: {},
  order: 2,
  empty: 'No results found',
  jumpsToFirst: true,
};
