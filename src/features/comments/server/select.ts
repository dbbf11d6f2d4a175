import { sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { PersonRow } from '#features/users/list/fields.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { isBlocked } from '#features/users/server/repo.ts';
import { flag, instant, whole, wholeOrNull, words } from '#platform/lists/field-kinds.ts';
import { type Field, type Fields, group, many, one } from '#platform/lists/fields.ts';
import { slots } from '#platform/lists/slots.ts';
import { blockedText, type CommentRow, deletedText, type ReplyRow } from '../fields.ts';
import type { CommentsDB, CommentsEB } from './source.ts';

/** A comment's own columns in the table `alias`: the same fields for a comment and for its replies. */
function replyFields<DB, TB extends keyof DB>(
  alias: 'c' | 'y',
  user: Field<DB, TB, PersonRow>,
): Fields<DB, TB, ReplyRow> {
  const own = <K extends keyof Database['comment']>(column: K) =>
    sql.ref<Database['comment'][K]>(`${alias}.${column}`);
  return {
    CommentId: whole(() => own('comment_id')),
    Comment: words(
      () =>
        sql<string>`case when ${own('deleted_at')} is not null then ${sql.lit(deletedText)}
          when ${isBlocked(own('user_id'))} then ${sql.lit(blockedText)} else ${own('text')} end`,
    ),
    CommentAt: instant(() => own('comment_at')),
    UpdatedAt: instant(() => own('updated_at')),
    User: user,
    IsAuthor: flag(
      () => sql<boolean>`exists(select from track_author w where w.site = ${slots.site}
        and w.track_id = ${own('track_id')} and w.user_id = ${own('user_id')} and not w.is_pending)`,
    ),
    IsAward: flag(() => sql<boolean>`${sql.ref(`${alias}.is_award`)}`),
    ParentCommentId: wholeOrNull(() => own('parent_id')),
  };
}

const personOf = (column: 'c.user_id' | 't.uploader_id') =>
  one(
    (eb: CommentsEB) =>
      eb.selectFrom('profile as p').where('p.site', '=', slots.site).whereRef('p.user_id', '=', column),
    personFields(),
  );

const replies = (eb: CommentsEB) =>
  eb
    .selectFrom('comment as y')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'y.site').onRef('p.user_id', '=', 'y.user_id'),
    )
    .where('y.site', '=', slots.site)
    .where('p.site', '=', slots.site)
    .whereRef('y.parent_id', '=', 'c.comment_id')
    .orderBy('y.comment_at')
    .orderBy('y.comment_id');

/** Every field of a comment or award, from the columns and relations that hold it. */
export const commentFields: Fields<CommentsDB, 'c' | 't', CommentRow> = {
  ...replyFields<CommentsDB, 'c' | 't'>('c', personOf('c.user_id')),
  Track: group({
    TrackId: whole((eb) => eb.ref('t.track_id')),
    TrackName: words((eb) => eb.ref('t.name')),
    Uploader: personOf('t.uploader_id'),
  }),
  Replies: many(replies, replyFields('y', group(personFields()))),
};
