import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { publishHeldComment } from './comments.ts';
import { deleteNews, restoreNews } from './deletion.ts';
import { lockedNews } from './repo.ts';

export { publishHeldComment };

/** Deletes a news post from the moderators' console. */
export async function removeNews(tx: TxCtx, newsId: number, Reason: string): Promise<void> {
  const news = await lockedNews(tx, newsId);
  if (news.deleted_at !== null) throw new Problem(409, 'This news post is already deleted.');
  await deleteNews(tx, news, { newsId, Reason });
}

/** Restores a deleted news post as it was. */
export async function restoreRemovedNews(tx: TxCtx, newsId: number, Reason: string): Promise<void> {
  const news = await lockedNews(tx, newsId);
  if (news.deleted_at === null) throw new Problem(409, 'This news post is not deleted.');
  await restoreNews(tx, news, { newsId, Reason });
}
