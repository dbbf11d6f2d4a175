import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { addUnsettled, recountAfterComments, takeUnsettled } from '#features/tracks/server/counters.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** Tracks counted, and comments erased, in one transaction. */
const [tracksAtOnce, commentsAtOnce] = [100, 1000];

/** Comments and awards. What others replied stays, under a comment that has been removed. */
export const commentData: PersonalData = {
  name: 'comments',
  covers: ['comment.user_id'],

  async hide(tx, userId) {
    await sql`update comment set deleted_at = ${tx.clock.now()}, hidden_with_account = true
      where site = ${tx.site.code} and user_id = ${userId} and deleted_at is null`.execute(tx.db);
    await countTracks(tx, userId);
  },

  async show(tx, userId) {
    await countTracks(tx, userId, async () => {
      await sql`update comment set deleted_at = null, hidden_with_account = false
        where site = ${tx.site.code} and user_id = ${userId} and hidden_with_account`.execute(tx.db);
    });
  },

  async settle(tx) {
    const trackIds = await takeUnsettled(tx, 'comments', tracksAtOnce);
    if (trackIds.length === 0) return false;
    const { rows } = await sql<{ user_id: number }>`
      select user_id from profile where site = ${tx.site.code} and user_id in (
        select user_id from track_author where site = ${tx.site.code} and not is_pending
          and track_id = any(${trackIds}::integer[])
      ) order by user_id for no key update`.execute(tx.db);
    await recountPeople(
      tx,
      rows.map(({ user_id }) => user_id),
    );
    return true;
  },

  async erase(tx, userId) {
    // replies first, so that comments under which only the user replied end as well
    const { rows } = await sql<{ comment_id: number }>`
      select comment_id from comment
      where site = ${tx.site.code} and user_id = ${userId} and (text <> '' or hidden_with_account)
      order by parent_id is null, comment_id limit ${commentsAtOnce} for update`.execute(tx.db);
    const ids = rows.map(({ comment_id }) => comment_id);
    await sql`delete from comment c where c.site = ${tx.site.code} and c.comment_id = any(${ids}::integer[])
      and not exists (select from comment y where y.site = c.site and y.parent_id = c.comment_id)`.execute(
      tx.db,
    );
    await sql`update comment set text = '', deleted_at = coalesce(deleted_at, ${tx.clock.now()}), hidden_with_account = false
      where site = ${tx.site.code} and comment_id = any(${ids}::integer[])`.execute(tx.db);
    return ids.length === commentsAtOnce;
  },

  async handOver(tx, from, to) {
    const here = sql`site = ${tx.site.code}`;
    const own = sql`select track_id from comment where ${here} and user_id = ${from}`;
    const { rows } = await sql<{ track_id: number }>`
      select track_id from track where ${here} and track_id in (
        ${own} union select track_id from track_author where ${here} and user_id = ${from})
      order by track_id for no key update`.execute(tx.db);
    const trackIds = rows.map(({ track_id }) => track_id);
    await addUnsettled(tx, 'comments', sql`select unnest(${trackIds}::integer[]) as track_id`);
    // nobody awards their own track, or one track twice: such an award is a comment, and one without a text is gone
    const authored = (by: number) => sql`exists (select from track_author a
      where a.site = c.site and a.track_id = c.track_id and a.user_id = ${by} and not a.is_pending)`;
    await sql`update comment c set is_award = false,
        deleted_at = case when c.text = '' then ${tx.clock.now()}::timestamptz else c.deleted_at end
      where c.${here} and c.is_award and c.track_id = any(${trackIds}::integer[]) and (
        c.user_id = ${to} and ${authored(from)}
        or c.user_id = ${from} and (${authored(to)} or exists (select from comment o
          where o.site = c.site and o.track_id = c.track_id and o.user_id = ${to} and o.is_award and o.deleted_at is null)))`.execute(
      tx.db,
    );
    await sql`update comment set user_id = ${to} where ${here} and user_id = ${from}`.execute(tx.db);
    await recountAfterComments(tx, trackIds);
  },

  async *exported(ctx, userId) {
    yield jsonPart('comments.json', ownComments(ctx, userId));
  },
};

/** Counts the tracks again on which the user's comments are hidden, after `change`; their authors' counters follow by `settle`. */
async function countTracks(tx: TxCtx, userId: number, change?: () => Promise<void>): Promise<void> {
  const tracks = sql`select track_id from comment
    where site = ${tx.site.code} and user_id = ${userId} and hidden_with_account`;
  const { rows } = await sql<{ track_id: number }>`
    select track_id from track where site = ${tx.site.code} and track_id in (${tracks})
    order by track_id for no key update`.execute(tx.db);
  await addUnsettled(tx, 'comments', tracks);
  await change?.();
  await recountAfterComments(
    tx,
    rows.map(({ track_id }) => track_id),
  );
}

const ownComments = (ctx: Ctx, userId: number) =>
  inPages((last: { CommentId: number } | undefined, limit) =>
    forSite(ctx, 'comment')
      .innerJoin('track', (join) =>
        join.onRef('track.site', '=', 'comment.site').onRef('track.track_id', '=', 'comment.track_id'),
      )
      .where('comment.user_id', '=', userId)
      .where('comment.comment_id', '>', last?.CommentId ?? 0)
      .orderBy('comment.comment_id')
      .limit(limit)
      .select([
        'comment.comment_id as CommentId',
        'comment.track_id as TrackId',
        'comment.parent_id as ParentCommentId',
        'comment.is_award as IsAward',
        'comment.text as Comment',
        'comment.comment_at as CommentAt',
        'comment.updated_at as UpdatedAt',
        'comment.deleted_at as RemovedAt',
      ])
      // the name of a hidden track is its author's business
      .select(
        sql<string | null>`case when track.is_public and track.is_listed then track.name end`.as('TrackName'),
      )
      .execute(),
  );
