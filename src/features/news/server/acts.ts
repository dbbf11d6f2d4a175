import type { ActFacts } from '#features/modlog/model.ts';
import { act, removing, restoring } from '#features/modlog/server/act.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { irreversible } from '../model.ts';
import { closeComments } from './comments.ts';
import { isOthersNews } from './policy.ts';
import { publish, withdrawNews } from './publish.ts';
import { lockedNews, type StoredNews } from './repo.ts';

type Named = Pick<StoredNews, 'news_id' | 'user_id' | 'title'>;

/** Notifies the author of an act on their news. Returns the person concerned; nobody for one's own news. */
export async function notifyAuthor(
  tx: TxCtx,
  news: Named,
  did: 'edited' | 'deleted' | 'restored',
  reason: string,
): Promise<ActFacts> {
  if (!isOthersNews(tx.viewer, news)) return {};
  await notify(tx, {
    to: [news.user_id],
    kind: 'account.moderated',
    text: `${tx.viewer.name} ${did} your news post “${news.title}”. Reason: ${cleanMessage(reason)}`,
    link: did === 'deleted' ? routes.newsCreate() : routes.newsShow(news.news_id),
  });
  return { personId: news.user_id };
}

/** The reason of an act on news of others must be typed; for one's own the log shows the title. */
export const reasonOf = (tx: TxCtx, news: Named, typed: string): string =>
  isOthersNews(tx.viewer, news) ? typed : `“${news.title}”`;

/** What the log stores about an act on news of others. */
const titleOf = (tx: TxCtx, news: Named): ActFacts =>
  isOthersNews(tx.viewer, news) ? { before: { Title: news.title } } : {};

/** Deletes a locked news post. It can be restored. */
export const deleteNews = act({
  name: 'news.delete',
  label: 'Deleted a news post',
  group: 'removed',
  offer: removing('news', 'Remove the news'),
  find: (tx, { id }) => lockedNews(tx, id),
  allow: (_, { deleted_at }) => (deleted_at === null ? yes : conflict('This news post is already deleted.')),
  notifies: true,
  run: async (tx, news, _, { reason }) => {
    await setDeletion(tx, news, {
      deleted_at: tx.clock.now(),
      deleted_by: tx.viewer.userId,
      deleted_reason: isOthersNews(tx.viewer, news) ? cleanMessage(reason) : null,
    });
    await closeComments(tx, news, true);
    await withdrawNews(tx, news.news_id);
    return { ...(await notifyAuthor(tx, news, 'deleted', reason)), ...titleOf(tx, news) };
  },
  undo: 'news.restore',
});

/** Restores a deleted news post as it was. */
export const restoreNews = act({
  name: 'news.restore',
  label: 'Restored a news post',
  group: 'restored',
  effect: 'favourable',
  offer: restoring('news.delete', 'news', 'Restore the news'),
  find: (tx, { id }) => lockedNews(tx, id),
  allow: (_, { deleted_at }) => (deleted_at === null ? conflict('This news post isn’t deleted.') : yes),
  notifies: true,
  run: async (tx, news, _, { reason }) => {
    // a date that has passed meanwhile is removed, because the job would publish the post at once
    const isPast = news.release_at !== null && news.release_at <= tx.clock.now();
    await setDeletion(tx, news, {
      deleted_at: null,
      deleted_by: null,
      deleted_reason: null,
      ...(isPast && { release_at: null }),
    });
    await closeComments(tx, news, false);
    return { ...(await notifyAuthor(tx, news, 'restored', reason)), ...titleOf(tx, news) };
  },
  undo: 'news.delete',
});

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

export const edit = act({
  name: 'news.edit',
  label: 'Edited a news post',
  group: 'changed',
  cannot: irreversible['news.edit'],
});
export const unpublish = act({
  name: 'news.unpublish',
  label: 'Unpublished a news post',
  group: 'changed',
  cannot: irreversible['news.unpublish'],
});

/** Moderator actions on news. */
export const newsActs = [deleteNews, restoreNews, edit, publish, unpublish];
