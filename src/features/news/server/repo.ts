import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';

const missing = () => notFound('This news post');
const isId = (newsId: number) => newsId > 0 && newsId <= largestInteger;

const newsRow = (ctx: Ctx, newsId: number) =>
  forSite(ctx, 'news')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'news.site').onRef('profile.user_id', '=', 'news.user_id'),
    )
    .where('profile.site', '=', ctx.site.code)
    .where('news.news_id', '=', newsId)
    .selectAll('news')
    .select('profile.name as author_name');

/**
 * A news post that the viewer may see: a published one, or a draft if the viewer is of the crew. Throws the same Problem 404 for
 * all others.
 */
export async function visibleNews(ctx: Ctx, newsId: number) {
  const news = isId(newsId) ? await newsRow(ctx, newsId).executeTakeFirst() : undefined;
  if (!news || news.deleted_at !== null) throw missing();
  if (news.published_at === null && !isModerator(ctx.viewer)) throw missing();
  return news;
}

export type StoredNews = Awaited<ReturnType<typeof visibleNews>>;

/** A published news post, locked until the end of the transaction. */
export async function lockedPublishedNews(tx: TxCtx, newsId: number): Promise<StoredNews> {
  const news = await newsRow(tx, newsId).forUpdate('news').executeTakeFirst();
  if (!news || news.deleted_at !== null || news.published_at === null) throw missing();
  return news;
}

/** Any news post, deleted ones included, locked until the end of the transaction: for the crew. */
export async function lockedNews(tx: TxCtx, newsId: number): Promise<StoredNews> {
  const news = await newsRow(tx, newsId).forUpdate('news').executeTakeFirst();
  if (!news || news.hidden_with_account) throw missing();
  return news;
}

/** The same without deleted ones. */
export async function lockedUndeletedNews(tx: TxCtx, newsId: number): Promise<StoredNews> {
  const news = await lockedNews(tx, newsId);
  if (news.deleted_at !== null) throw missing();
  return news;
}

/** Whether the viewer dismissed one of these posts from their front page. */
export async function dismissedOneOf(ctx: Ctx, newsIds: readonly number[]): Promise<boolean> {
  if (newsIds.length === 0) return false;
  const dismissal = await forSite(ctx, 'news_dismissal')
    .where('user_id', '=', ctx.viewer.userId)
    .where('news_id', '=', sql<number>`any(${[...newsIds]}::integer[])`)
    .select('news_id')
    .limit(1)
    .executeTakeFirst();
  return dismissal !== undefined;
}
