import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
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
const begins = (eb: ExpressionBuilder<Database, 'comment'>) =>
  eb.and([
    eb('comment.parent_id', 'is', null),
    eb.or([
      eb('comment.is_award', '=', eb.lit(false)),
      eb('comment.deleted_at', 'is', null),
      eb.exists(
        eb
          .selectFrom('comment as y')
          .whereRef('y.site', '=', 'comment.site')
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
            .whereRef('w.site', '=', 'comment.site')
            .whereRef('w.track_id', '=', 'comment.track_id')
            .whereRef('w.user_id', '=', 'comment.user_id')
            .where('w.is_pending', '=', false)
            .select(sql<number>`1`.as('one')),
        )
        .as('is_author'),
    ]);

/** The position of a page: how many conversations a track has, and how many are newer than the requested one. */
export async function countThreads(ctx: Ctx, trackId: number, requested: number | null) {
  const target = sql`(select coalesce(a.parent_id, a.comment_id) as id from comment a
    where a.site = ${ctx.site.code} and a.track_id = ${trackId} and a.comment_id = ${requested}::integer)`;
  const row = await forSite(ctx, 'comment')
    .where('comment.track_id', '=', trackId)
    .where(begins)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      // newest first, of equal times the higher id first
      sql<number | null>`case when bool_or(comment.comment_id = ${target}) then
        count(*) filter (where (comment.comment_at, comment.comment_id) > (
          select b.comment_at, b.comment_id from comment b
          where b.site = ${ctx.site.code} and b.comment_id = ${target})) end`.as('newer'),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), newer: row.newer === null ? null : Number(row.newer) };
}

/** The ids of a page, found by a walk along the index: otherwise all comments on the track would be joined with their writers. */
const idsOnPage = (ctx: Ctx, trackId: number, offset: number, count: number) =>
  forSite(ctx, 'comment')
    .where('comment.track_id', '=', trackId)
    .where(begins)
    .orderBy('comment.comment_at', 'desc')
    .orderBy('comment.comment_id', 'desc')
    .offset(offset)
    .limit(count)
    .select('comment.comment_id');

/** The conversations of a page, the newest first. */
export const readThreads = (ctx: Ctx, trackId: number, offset: number, count: number): Promise<StoredRow[]> =>
  rowsOf(ctx)
    .where(sql<boolean>`comment.comment_id = any(array(${idsOnPage(ctx, trackId, offset, count)}))`)
    .orderBy('comment.comment_at', 'desc')
    .orderBy('comment.comment_id', 'desc')
    .execute();

/** The replies to the conversations of a page, oldest first. */
export const readReplies = (ctx: Ctx, trackId: number, offset: number, count: number): Promise<StoredRow[]> =>
  rowsOf(ctx)
    .where(sql<boolean>`comment.parent_id = any(array(${idsOnPage(ctx, trackId, offset, count)}))`)
    .orderBy('comment.comment_at')
    .orderBy('comment.comment_id')
    .limit(count * maxReplies)
    .execute();
