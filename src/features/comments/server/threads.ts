import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx } from '#platform/context.ts';
import { slot } from '#platform/lists/slots.ts';
import { maxReplies } from '../model.ts';

/** A text as stored, with its author. */
export interface StoredRow {
  comment_id: number;
  parent_id: number | null;
  user_id: number;
  text: string;
  is_award: boolean;
  comment_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  name: string;
  is_author: SqlBool;
  custom_url: string | null;
  tint: number;
}

/** Comments begin conversations. A withdrawn award is gone, unless people talk under it. */
const begins = (ctx: Ctx) => (eb: ExpressionBuilder<Database, 'comment'>) =>
  eb.and([
    eb('comment.parent_id', 'is', null),
    eb.or([
      eb('comment.is_award', '=', eb.lit(false)),
      eb('comment.deleted_at', 'is', null),
      eb.exists(
        eb
          .selectFrom('comment as y')
          .where('y.site', '=', sql.lit(ctx.site.code))
          .whereRef('y.parent_id', '=', 'comment.comment_id')
          .where('y.deleted_at', 'is', null)
          .select(sql<number>`1`.as('one')),
      ),
    ]),
  ]);

const rowsOf = (ctx: Ctx) =>
  forSite(ctx, 'comment')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'comment.site').onRef('profile.user_id', '=', 'comment.user_id'),
    )
    .select([
      'comment.comment_id',
      'comment.parent_id',
      'comment.user_id',
      'comment.text',
      'comment.is_award',
      'comment.comment_at',
      'comment.updated_at',
      'comment.deleted_at',
      'profile.name',
      'profile.custom_url',
      'profile.tint',
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('track_author as w')
            .where('w.site', '=', sql.lit(ctx.site.code))
            .whereRef('w.track_id', '=', 'comment.track_id')
            .whereRef('w.user_id', '=', 'comment.user_id')
            .where('w.is_pending', '=', false)
            .select(sql<number>`1`.as('one')),
        )
        .as('is_author'),
    ]);

const slots = {
  trackId: slot<number>('trackId'),
  requested: slot<number | null>('requested'),
  offset: slot<number>('offset'),
  count: slot<number>('count'),
};

/** The position of a page: how many conversations a track has, and how many are newer than the requested one. */
export async function countThreads(ctx: Ctx, trackId: number, requested: number | null) {
  const [row] = await readCompiled(ctx, 'position among comments', () => position(ctx), {
    trackId,
    requested,
  });
  const newer = row?.newer ?? null;
  return { all: Number(row?.all ?? 0), newer: newer === null ? null : Number(newer) };
}

function position(ctx: Ctx) {
  const target = sql`(select coalesce(a.parent_id, a.comment_id) as id from comment a
    where a.site = ${sql.lit(ctx.site.code)} and a.track_id = ${slots.trackId} and a.comment_id = ${slots.requested}::integer)`;
  return forSite(ctx, 'comment')
    .where('comment.track_id', '=', slots.trackId)
    .where(begins(ctx))
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      // newest first, of equal times the higher id first
      sql<number | null>`case when bool_or(comment.comment_id = ${target}) then
        count(*) filter (where (comment.comment_at, comment.comment_id) > (
          select b.comment_at, b.comment_id from comment b
          where b.site = ${sql.lit(ctx.site.code)} and b.comment_id = ${target})) end`.as('newer'),
    ]);
}

/** The ids of a page, found by a walk along the index: otherwise all comments on the track would be joined with their writers. */
const idsOnPage = (ctx: Ctx) =>
  forSite(ctx, 'comment')
    .where('comment.track_id', '=', slots.trackId)
    .where(begins(ctx))
    .orderBy('comment.comment_at', 'desc')
    .orderBy('comment.comment_id', 'desc')
    .offset(slots.offset)
    .limit(slots.count)
    .select('comment.comment_id');

const threadRows = (ctx: Ctx) =>
  rowsOf(ctx)
    .where(sql<boolean>`comment.comment_id = any(array(${idsOnPage(ctx)}))`)
    .orderBy('comment.comment_at', 'desc')
    .orderBy('comment.comment_id', 'desc');

const replyRows = (ctx: Ctx, most: number) =>
  rowsOf(ctx)
    .where(sql<boolean>`comment.parent_id = any(array(${idsOnPage(ctx)}))`)
    .orderBy('comment.comment_at')
    .orderBy('comment.comment_id')
    .limit(most);

/** The conversations of a page, the newest first. */
export const readThreads = (ctx: Ctx, trackId: number, offset: number, count: number): Promise<StoredRow[]> =>
  readCompiled(ctx, 'comments on a page', () => threadRows(ctx), { trackId, offset, count });

/** The replies to the conversations of a page, oldest first. */
export const readReplies = (ctx: Ctx, trackId: number, offset: number, count: number): Promise<StoredRow[]> =>
  readCompiled(ctx, `replies on a page of ${count}`, () => replyRows(ctx, count * maxReplies), {
    trackId,
    offset,
    count,
  });
