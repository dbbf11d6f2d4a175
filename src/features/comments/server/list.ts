import { type ExpressionBuilder, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { type TrackAudience, trackAudience, trackIsSeen } from '#features/tracks/list/server/list.ts';
import type { PersonRow } from '#features/users/list/fields.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { isBlocked } from '#features/users/server/repo.ts';
import { flag, instant, whole, wholeOrNull, words } from '#platform/lists/field-kinds.ts';
import { type Field, type Fields, group, many, one } from '#platform/lists/fields.ts';
import { filter, idFilter, idsFilter, lookedUp } from '#platform/lists/filters.ts';
import { defineList, type Filter, type ListDeclaration } from '#platform/lists/list.ts';
import { orderOfCreation } from '#platform/lists/orders.ts';
import { originFields } from '#platform/lists/origin-fields.ts';
import { id } from '#platform/lists/params.ts';
import { slots } from '#platform/lists/slots.ts';
import { blockedText, type CommentRow, defaultCommentFields, deletedText, type ReplyRow } from '../fields.ts';

const fromCommentsAndAwards = (db: Kysely<Database>) =>
  db
    .selectFrom('comment as c')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'c.site').onRef('t.track_id', '=', 'c.track_id'),
    )
    .where('c.site', '=', slots.site)
    .where('t.site', '=', slots.site);

/** Comments, each with its track; replies are nested. A removed comment stays because of its replies. */
const fromComments = (db: Kysely<Database>) =>
  fromCommentsAndAwards(db)
    .where('c.parent_id', 'is', null)
    .where((eb) => eb('c.is_award', '=', eb.lit(false)));

/** Awards, each with its track. No award is a reply. */
const fromAwards = (db: Kysely<Database>) =>
  fromCommentsAndAwards(db).where((eb) =>
    eb.and([eb('c.is_award', '=', eb.lit(true)), eb('c.deleted_at', 'is', null)]),
  );

type CommentsDB =
  ReturnType<typeof fromComments> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
type CommentsEB = ExpressionBuilder<CommentsDB, 'c' | 't'>;

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
const commentFields: Fields<CommentsDB, 'c' | 't', CommentRow> = {
  // comments and awards are one table, and their ids differ
  ...originFields<CommentsDB, 'c' | 't'>(['comment', 'award'], (eb) => eb.ref('c.comment_id')),
  ...replyFields<CommentsDB, 'c' | 't'>('c', personOf('c.user_id')),
  Track: group({
    TrackId: whole((eb) => eb.ref('t.track_id')),
    TrackName: words((eb) => eb.ref('t.name')),
    Uploader: personOf('t.uploader_id'),
  }),
  Replies: many(replies, replyFields('y', group(personFields()))),
};

const tracksOf = (person: RawBuilder<unknown>) => sql`select w.track_id from track_author w
  where w.site = ${slots.site} and w.user_id = ${person} and not w.is_pending`;

/** Comments on up to this many tracks are all read and sorted; for more tracks, the newest comments of the site are searched. */
const fewTracks = 4000;

const filters: Readonly<Record<string, Filter<CommentsDB, 'c' | 't'>>> = {
  id: idsFilter('CommentIds', (eb) => eb.ref('c.comment_id')),
  trackid: idFilter('on this track', (eb) => eb.ref('c.track_id')),
  userid: idFilter('written by this user', (eb) => eb.ref('c.user_id')),
  authoruserid: lookedUp(
    filter(
      'on tracks of this user, as uploader or co-author',
      id,
      (eb, person) => sql<boolean>`${eb.ref('c.track_id')} in (${tracksOf(person)})`,
    ),
    {
      few: fewTracks,
      find: (db, person) => ({
        compile: () =>
          sql`select w.track_id::text as row from (${tracksOf(person)} limit ${slots.limit}) w`.compile(db),
      }),
      number: (eb) => eb.ref('c.track_id'),
      // `is true` keeps it a condition on each row, with the tracks in a hash table
      holds: (eb, person) => sql<boolean>`(${eb.ref('c.track_id')} in (${tracksOf(person)})) is true`,
    },
  ),
};

const comments = {
  id: (eb) => eb.ref('c.comment_id'),
  fields: commentFields,
  defaultFields: defaultCommentFields,
  filters,
  orders: { written: orderOfCreation([1, 2], 'written', (eb) => eb.ref('c.comment_at')) },
  defaultOrder: { by: 'written', descending: true },
  idsFirst: ['authoruserid'],
  audience: trackAudience,
  visible: trackIsSeen,
} satisfies Omit<
  ListDeclaration<CommentsDB, 'c' | 't', CommentRow, TrackAudience>,
  'name' | 'about' | 'from' | 'pageSize'
>;

/** Comments: GET /api/tracks/comments. Limited to tracks that the viewer may see. */
export const commentList = defineList<CommentsDB, 'c' | 't', CommentRow, TrackAudience>({
  ...comments,
  name: 'comments',
  about: 'Comments on tracks, with the replies to them.',
  from: fromComments,
  pageSize: { usual: 10, most: 1000 },
});

/** Awards: GET /api/tracks/awards. */
export const awardList = defineList<CommentsDB, 'c' | 't', CommentRow, TrackAudience>({
  ...comments,
  name: 'awards',
  about: 'Awards given to tracks, with their text.',
  from: fromAwards,
  pageSize: { usual: 40, most: 1000 },
});
