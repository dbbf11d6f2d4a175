import { type RawBuilder, sql } from 'kysely';
import { type TrackAudience, trackAudience, trackIsSeen } from '#features/tracks/list/server/list.ts';
import { filter, idFilter, idsFilter, lookedUp } from '#platform/lists/filters.ts';
import { defineList, type Filter, type ListDeclaration } from '#platform/lists/list.ts';
import { orderOfCreation } from '#platform/lists/orders.ts';
import { id } from '#platform/lists/params.ts';
import { slots } from '#platform/lists/slots.ts';
import { type CommentRow, defaultCommentFields } from '../fields.ts';
import { commentFields } from './select.ts';
import { type CommentsDB, fromAwards, fromComments } from './source.ts';

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
