import { type TrackAudience, trackAudience, trackIsSeen } from '#features/tracks/server/list.ts';
import { type Filter, filter, idFilter, idsFilter } from '#platform/lists/filters.ts';
import type { List } from '#platform/lists/list.ts';
import { orderOfArrival } from '#platform/lists/orders.ts';
import { slots } from '#platform/lists/slots.ts';
import { id } from '#platform/lists/values.ts';
import { type CommentRow, defaultCommentFields } from '../fields.ts';
import { commentFields } from './select.ts';
import { type CommentsDB, fromAwards, fromComments } from './source.ts';

const filters: Readonly<Record<string, Filter<CommentsDB, 'c' | 't'>>> = {
  id: idsFilter('CommentIds', (eb) => eb.ref('c.comment_id')),
  trackid: idFilter('on this track', (eb) => eb.ref('c.track_id')),
  userid: idFilter('written by this user', (eb) => eb.ref('c.user_id')),
  authoruserid: filter('on tracks of this user, as uploader or co-author', id, (eb, person) =>
    eb.exists(
      eb
        .selectFrom('track_author as w')
        .where('w.site', '=', slots.site)
        .whereRef('w.track_id', '=', 'c.track_id')
        .where('w.user_id', '=', person)
        .where('w.is_pending', '=', false)
        .select((one) => one.lit(1).as('one')),
    ),
  ),
};

const remarks = {
  id: (eb) => eb.ref('c.comment_id'),
  fields: commentFields,
  defaultFields: defaultCommentFields,
  filters,
  orders: { written: orderOfArrival([1, 2], 'written', (eb) => eb.ref('c.comment_at')) },
  defaultOrder: { by: 'written', descending: true },
  audience: (ctx) => trackAudience(ctx.viewer),
  visible: trackIsSeen,
} satisfies Omit<
  List<CommentsDB, 'c' | 't', CommentRow, TrackAudience>,
  'name' | 'about' | 'from' | 'pageSize'
>;

/** Comments: GET /api/tracks/comments. Limited to tracks that the viewer may see. */
export const commentList: List<CommentsDB, 'c' | 't', CommentRow, TrackAudience> = {
  ...remarks,
  name: 'comments',
  about: 'Comments on tracks, with the replies to them.',
  from: fromComments,
  pageSize: { usual: 10, most: 1000 },
};

/** Awards: GET /api/tracks/awards. */
export const awardList: List<CommentsDB, 'c' | 't', CommentRow, TrackAudience> = {
  ...remarks,
  name: 'awards',
  about: 'Awards given to tracks, with their text.',
  from: fromAwards,
  pageSize: { usual: 40, most: 1000 },
};
