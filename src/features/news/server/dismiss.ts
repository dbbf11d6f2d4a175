import type { TxCtx } from '#platform/context.ts';
import type { StoredNews } from './repo.ts';

/** Hides a news post from the viewer's front page, or shows it again: PUT /togglenewsdismiss/{newsId}. */
export async function toggleDismissal(tx: TxCtx, news: StoredNews): Promise<{ Added: boolean }> {
  const key = { site: tx.site.code, news_id: news.news_id, user_id: tx.viewer.userId };
  const { numDeletedRows } = await tx.db
    .deleteFrom('news_dismissal')
    .where('site', '=', key.site)
    .where('news_id', '=', key.news_id)
    .where('user_id', '=', key.user_id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return { Added: false };
  await tx.db.insertInto('news_dismissal').values(key).execute();
  return { Added: true };
}
