import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import type { NewsEnd } from '../forms.ts';
import { answerOf, recordForAuthor, recordOwn, withdrawNews } from './actions.ts';
import { closeComments } from './comments.ts';
import { isOthersNews } from './policy.ts';
import type { StoredNews } from './repo.ts';

/** Deletes a locked news post: POST /newsdelete/{newsId}. It can be restored. Deleting it again changes nothing. */
export async function deleteNews(tx: TxCtx, news: StoredNews, { Reason }: NewsEnd) {
  if (news.deleted_at !== null) return answerOf(news.news_id);
  const isOthers = isOthersNews(tx.viewer, news);
  await setDeletion(tx, news, {
    deleted_at: tx.clock.now(),
    deleted_by: tx.viewer.userId,
    deleted_reason: isOthers ? cleanMessage(Reason) : null,
  });
  await closeComments(tx, news, true);
  await withdrawNews(tx, news.news_id);
  await (isOthers ? recordForAuthor(tx, news, 'delete', Reason) : recordOwn(tx, news, 'delete'));
  return answerOf(news.news_id);
}

/** Restores a locked news post as it was: POST /newsrestore/{newsId}. */
export async function restoreNews(tx: TxCtx, news: StoredNews, { Reason }: NewsEnd) {
  if (news.deleted_at === null) return answerOf(news.news_id);
  // a date that has passed meanwhile is removed, because the job would publish the post at once
  const isPast = news.release_at !== null && news.release_at <= tx.clock.now();
  await setDeletion(tx, news, {
    deleted_at: null,
    deleted_by: null,
    deleted_reason: null,
    ...(isPast && { release_at: null }),
  });
  await closeComments(tx, news, false);
  await (isOthersNews(tx.viewer, news)
    ? recordForAuthor(tx, news, 'restore', Reason)
    : recordOwn(tx, news, 'restore'));
  return answerOf(news.news_id);
}

interface Deletion {
  deleted_at: Date | null;
  deleted_by: number | null;
  deleted_reason: string | null;
  release_at?: null;
}

async function setDeletion(tx: TxCtx, { news_id }: StoredNews, deletion: Deletion): Promise<void> {
  await tx.db
    .updateTable('news')
    .set((eb) => ({ ...deletion, version: eb('version', '+', 1) }))
    .where('site', '=', tx.site.code)
    .where('news_id', '=', news_id)
    .execute();
}
